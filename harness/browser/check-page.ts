import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe-core finds wrong with a page, by WCAG 2.2 AA, of serious or critical impact: a line for each finding. */
export async function listAccessibilityFaults(page: Page): Promise<string[]> {
  // Evaluated over the debugger: the page's own policy would not let a script in.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(options: RunOptions): Promise<AxeResults> };
    };
    const { violations } = await checker.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)}`));
  });
}

/** By how many pixels a page can be scrolled sideways. */
export function readSidewaysScroll(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
