import type { Page } from 'playwright-core';

/** More stops than any page has. */
const MOST_STOPS = 400;

export interface FocusStop {
  /** What a screen reader would say of it: its own text, label or name. */
  readonly name: string;
  /** Whether it looks different when it has the focus. */
  readonly isVisible: boolean;
  /** Whether the previous stop was within the same element. */
  readonly isSame: boolean;
}

/** Presses Tab until the focus has left the page. @returns the stops, in order */
export async function tabThrough(page: Page): Promise<FocusStop[]> {
  const stops: FocusStop[] = [];
  for (let presses = 0; presses < MOST_STOPS; presses++) {
    await page.keyboard.press('Tab');
    const stop = (await page.evaluate(DESCRIBE_FOCUS)) as FocusStop | null;
    if (stop === null) return stops;
    // A date field has several stops: its parts, and a button for which the browser itself draws the focus.
    if (!stop.isSame) stops.push(stop);
  }
  throw new Error(`The focus is trapped at ${stops.at(-1)?.name}.`);
}

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = (await page.evaluate(DESCRIBE_FOCUS)) as FocusStop | null;
    if (stop !== null && name.test(stop.name)) return;
    passed.push(stop?.name ?? '(none)');
    if (passed.length > MOST_STOPS || (stop === null && passed.length > 1))
      throw new Error(`Tab does not reach ${name}, but ${passed.join(' | ')}`);
  }
}

/** A script of the page: returns null if nothing has the focus. */
const DESCRIBE_FOCUS = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return null;
  // A radio button or check box that its label draws shows the focus there, and a picture shows it on its container.
  const shown = [element, element.nextElementSibling, element.parentElement, element.closest('label, li, fieldset, .card')].filter(Boolean);
  // Final colours, not those of a transition.
  const settle = () => {
    getComputedStyle(element).outline;
    document.getAnimations().forEach((animation) => animation.finish());
  };
  const look = () => { settle(); return shown.map((one) => {
    const { outline, boxShadow, backgroundColor, borderColor, textDecoration, opacity } = getComputedStyle(one);
    return [outline, boxShadow, backgroundColor, borderColor, textDecoration, opacity].join();
  }).join(); };
  const isVisible = () => {
    // The parts of a date move when the field loses the focus, so the field's outline is compared.
    settle();
    if (element.matches('input[type=date], input[type=datetime-local], input[type=time]'))
      return getComputedStyle(element).boxShadow !== 'none' || getComputedStyle(element).outlineStyle !== 'none';
    const focused = look();
    element.blur();
    const blurred = look();
    element.focus({ preventScroll: true });
    return focused !== blurred;
  };
  const label = element.labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? '';
  const name = (label || element.textContent || element.getAttribute('name') || element.tagName).replace(/\\s+/g, ' ').trim().slice(0, 80);
  const isSame = globalThis.lastFocused === element;
  globalThis.lastFocused = element;
  return { name, isVisible: isVisible(), isSame };
})()`;
