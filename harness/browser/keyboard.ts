import type { Page } from 'playwright-core';

/** More stops than any page has. */
const MOST_STOPS = 400;

export interface FocusStop {
  /** What it says to somebody who cannot see it, as far as its own text, label or name goes. */
  readonly name: string;
  /** Whether it looks different with the focus than without. */
  readonly isVisible: boolean;
  /** Whether the stop before was within the same element. */
  readonly isSame: boolean;
}

/** Presses Tab until the focus has left the page. @returns the stops, in order */
export async function tabThrough(page: Page): Promise<FocusStop[]> {
  const stops: FocusStop[] = [];
  for (let presses = 0; presses < MOST_STOPS; presses++) {
    await page.keyboard.press('Tab');
    const stop = (await page.evaluate(DESCRIBE_FOCUS)) as FocusStop | null;
    if (stop === null) return stops;
    // A field for a date has several: its parts, and a button for which the browser draws the focus itself.
    if (!stop.isSame) stops.push(stop);
  }
  throw new Error(`The focus is trapped at ${stops.at(-1)?.name}.`);
}

/** Presses Tab until what has this name has the focus. */
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

/** A script of the page: null where nothing has the focus. */
const DESCRIBE_FOCUS = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return null;
  // A radio button or a check box that is drawn by its label shows the focus there, and a picture by what holds it.
  const shown = [element, element.nextElementSibling, element.parentElement, element.closest('label, li, fieldset, .card')].filter(Boolean);
  // Colours that come, not those between.
  const settle = () => {
    getComputedStyle(element).outline;
    document.getAnimations().forEach((animation) => animation.finish());
  };
  const look = () => { settle(); return shown.map((one) => {
    const { outline, boxShadow, backgroundColor, borderColor, textDecoration, opacity } = getComputedStyle(one);
    return [outline, boxShadow, backgroundColor, borderColor, textDecoration, opacity].join();
  }).join(); };
  const isVisible = () => {
    // The parts of a date lose their place where the whole loses the focus: its outline says it.
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
