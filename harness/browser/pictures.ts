import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The screens for which pages are checked, in CSS pixels. */
export const SCREENS = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const;

export type Screen = keyof typeof SCREENS;

/** What people may prefer, as Playwright emulates it. */
export const SCHEMES = {
  light: { colorScheme: 'light', contrast: 'no-preference' },
  dark: { colorScheme: 'dark', contrast: 'no-preference' },
  contrast: { colorScheme: 'light', contrast: 'more' },
} as const;

export type Scheme = keyof typeof SCHEMES;

/** The folder for pictures of all pages. */
export const PICTURES_FOLDER = '.build/screenshots';

interface Picture {
  readonly stop: string;
  readonly screen: Screen;
  readonly scheme: Scheme;
}

export interface Pictures {
  /** Takes a picture of a whole page, and shows it in the folder's index.html. */
  take(page: Page, picture: Picture): Promise<void>;
}

/** Empties a folder for new pictures. */
export function startPictures(folder: string): Pictures {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const stops = new Set<string>();
  return {
    async take(page, { stop, screen, scheme }) {
      // Pictures within the page load when they are scrolled into view.
      await page.evaluate(LOAD_PICTURES);
      await page.screenshot({ path: join(folder, `${stop}-${screen}-${scheme}.png`), fullPage: true });
      stops.add(stop);
      writeFileSync(join(folder, 'index.html'), drawIndex([...stops], new Set(readdirSync(folder))));
    },
  };
}

/** Resolves when each picture has loaded or failed. */
const LOAD_PICTURES = `Promise.all([...document.images].map((image) => {
  image.loading = 'eager';
  return image.decode().catch(() => undefined);
}))`;

/** A page that shows the pictures of each stop side by side. The names of stops are ours, and need no escaping. */
function drawIndex(stops: readonly string[], files: ReadonlySet<string>): string {
  const cells = (stop: string) =>
    Object.keys(SCHEMES)
      .flatMap((scheme) =>
        (Object.keys(SCREENS) as Screen[]).map((screen) => {
          const file = `${stop}-${screen}-${scheme}.png`;
          const label = `${stop}, ${SCREENS[screen].width} px, ${scheme}`;
          return files.has(file)
            ? `<a href="${file}"><img src="${file}" alt="${label}" title="${label}" loading="lazy" style="width: ${SCREENS[screen].width / 4}px"></a>`
            : '';
        }),
      )
      .join('\n');
  const sections = stops.map(
    (stop) => `<h2 id="${stop}"><a href="#${stop}">${stop}</a></h2>\n<p>${cells(stop)}</p>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pages of the dashboard</title>
<style>body { font: 16px system-ui; background: #888 } p { display: flex; gap: 8px; align-items: flex-start } a { color: inherit }</style>
<h1>Pages of the dashboard: ${Object.values(SCREENS)
    .map(({ width }) => width)
    .join(', ')} px, ${Object.keys(SCHEMES).join(', ')}</h1>
${sections.join('\n')}
</html>
`;
}
