import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, NodeResult, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Less than half of `axe.source`, whose reading took longer than the check itself. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds wrong with a page, by WCAG 2.2 AA, of serious or critical impact: a line for each finding. */
export async function listAccessibilityFaults(page: Page): Promise<string[]> {
  // Evaluated over the debugger: the page's own policy would not let a script in.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe: checker, document } = globalThis as unknown as {
      axe: { run(options: RunOptions): Promise<AxeResults> };
      document: { querySelector(selector: string): object | null };
    };
    const { violations } = await checker.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    // What an open menu covers a part of is whole again when the menu closes, before anybody can touch it.
    const isCovered = ({ any }: NodeResult) =>
      document.querySelector('details.dropdown[open]') !== null &&
      any.some(({ data }) => (data as { messageKey?: string } | null)?.messageKey === 'partiallyObscured');
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) =>
        nodes
          .filter((node) => id !== 'target-size' || !isCovered(node))
          .map((node) => `${id}: ${help}: ${node.html.slice(0, 200)}`),
      );
  });
}

/** By how many pixels a page can be scrolled sideways. */
export function readSidewaysScroll(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
