import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, NodeResult, RunOnly, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Less than half of `axe.source`, which takes longer to parse than the check itself. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Obscured {
  readonly messageKey?: string;
}

/** What a check uses of the page. */
interface InThePage {
  readonly axe: { run(options: RunOptions): Promise<AxeResults> };
  readonly document: {
    querySelector(
      selector: string,
    ): { getBoundingClientRect(): Record<'left' | 'top' | 'width' | 'height', number> } | null;
    elementsFromPoint(x: number, y: number): object[];
  };
  getComputedStyle(this: void, element: object): { readonly position: string };
}

/** WCAG 2.2 AA, and axe-core's best practices. */
const RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** The rules that a change of the colour scheme can break: no other rule depends on colours. */
const COLOR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/**
 * axe-core's findings on a page, minor ones included, one line each.
 * @param only `colors` for a page that was already checked in the other colour scheme
 */
export async function listAccessibilityFaults(page: Page, only?: 'colors'): Promise<string[]> {
  // Evaluated over the debugger, because the page's own policy would block a script.
  await page.evaluate(AXE);
  return page.evaluate(
    async (runOnly) => {
      const { axe: checker, document, getComputedStyle: styleOf } = globalThis as unknown as InThePage;
      const { violations } = await checker.run({ runOnly });
      // What an open menu or a bar at the window's edge partly covers is whole when the menu is closed or the page scrolls.
      const isCovered = ({ any, target: [selector] }: NodeResult) => {
        if (!any.some(({ data }) => (data as Obscured | null)?.messageKey === 'partiallyObscured'))
          return false;
        if (document.querySelector('details.menu[open]') !== null) return true;
        const box = document.querySelector(String(selector))?.getBoundingClientRect();
        if (!box) return false;
        const [x, xs, y, ys] = [box.left, box.width / 2, box.top, box.height / 6];
        const covers = [1, 2, 3, 4, 5].flatMap((i) => document.elementsFromPoint(x + xs, y + i * ys));
        return covers.some((cover) => /fixed|sticky/.test(styleOf(cover).position));
      };
      return violations.flatMap(({ id, impact, help, nodes }) =>
        nodes
          .filter((node) => id !== 'target-size' || !isCovered(node))
          .map((node) => `${id} (${impact}): ${help}: ${node.html.slice(0, 200)}`),
      );
    },
    only === 'colors' ? COLOR_RULES : RULES,
  );
}

/** The number of pixels by which a page can be scrolled sideways. */
export function readSidewaysScroll(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Texts that run over the edge of the tile, button or card that they are in, one line each. What is cut or scrolls on purpose does not. */
export function listOverruns(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const styles = new Map();
    const styleOf = (element) => {
      if (!styles.has(element)) styles.set(element, getComputedStyle(element));
      return styles.get(element);
    };
    const isBox = (element) => {
      const { display, borderLeftStyle, borderRightStyle, backgroundColor } = styleOf(element);
      if (display === 'contents') return false;
      return (borderLeftStyle !== 'none' && borderRightStyle !== 'none') || backgroundColor !== 'rgba(0, 0, 0, 0)';
    };
    const findBox = (element) =>
      element === null || styleOf(element).overflowX !== 'visible' ? null : isBox(element) ? element : findBox(element.parentElement);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const faults = [];
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.data.trim() === '' || !text.parentElement.checkVisibility({ visibilityProperty: true })) continue;
      const box = findBox(text.parentElement)?.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      const over = box && width > 1 ? Math.max(box.left - left, right - box.right) : 0;
      if (over > 0.5) faults.push(Math.ceil(over) + ' px over its edge: ' + text.data.trim().slice(0, 80));
    }
    return faults;
  })()`);
}

/**
 * Tap targets that are too small for a finger: less than 44 px high (WCAG 2.2, 2.5.5), except within a sentence. A radio button or check
 * box counts with its label.
 */
export function listSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document, getComputedStyle } = globalThis as unknown as {
      document: { querySelectorAll(selector: string): Iterable<Tapped> };
      getComputedStyle(this: void, element: Tapped): { readonly display: string; readonly clipPath: string };
    };
    interface Tapped {
      readonly tagName: string;
      readonly outerHTML: string;
      readonly textContent: string;
      readonly parentElement: Tapped | null;
      readonly labels?: Iterable<Tapped> | null;
      closest(selector: string): Tapped | null;
      matches(selector: string): boolean;
      checkVisibility(options: object): boolean;
      getBoundingClientRect(): { width: number; height: number };
    }
    const isInSentence = (element: Tapped) =>
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.textContent.trim() !== element.textContent.trim();
    /** Only for screen readers and the keyboard, such as the skip link and the head of a table that became cards. */
    const isClipped = (element: Tapped | null): boolean =>
      element !== null &&
      (element.matches('.skip-link') ||
        getComputedStyle(element).clipPath === 'inset(50%)' ||
        isClipped(element.parentElement));
    /** A country is as large as it is; the table beside the map has the same link. */
    const isOnMap = (element: Tapped) => element.closest('.world-map') !== null;
    const heightOf = (element: Tapped) => {
      const labels = element.matches('[type=checkbox], [type=radio]') ? [...(element.labels ?? [])] : [];
      return Math.max(...[element, ...labels].map((part) => part.getBoundingClientRect().height));
    };
    const all = document.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary',
    );
    return [...all]
      .filter(
        (element) =>
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          element.getBoundingClientRect().width > 1 &&
          !isClipped(element) &&
          !isInSentence(element) &&
          !isOnMap(element) &&
          heightOf(element) < 43.5,
      )
      .map((element) => `${Math.round(heightOf(element))} px: ${element.outerHTML.slice(0, 160)}`);
  });
}
