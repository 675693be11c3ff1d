import { beforeAll, describe, expect, inject, it } from 'vitest';
import { listAccessibilityFaults, listSmallTargets, readSidewaysScroll } from './check-page.ts';
import { openPage } from './chromium.ts';
import { useDashboardInChromium } from './dashboard-in-chromium.ts';
import { planTour, type Stop } from './dashboard-tour.ts';
import { type Scheme, type Screen, SCREENS, startPictures } from './pictures.ts';

/** Narrower screens are touch screens. */
const WIDEST_TOUCH_PX = 900;

export interface Tour {
  readonly screens: readonly Screen[];
  readonly schemes: readonly [Scheme, ...Scheme[]];
  /** The names of the stops to visit; all stops if left out. */
  readonly stops?: readonly string[];
  /** The folder for a picture of each stop on each screen in each colour scheme. */
  readonly pictures?: string;
}

/** Checks that the dashboard's pages are easy to read and to use: one walk per screen, which checks each stop in each colour scheme. */
export function checkTour({ screens, schemes, stops, pictures: folder }: Tour): void {
  describe.runIf(inject('hasChromium'))('the pages of the dashboard', () => {
    const chromium = useDashboardInChromium('pages');
    const pictures = folder === undefined ? null : startPictures(folder);
    let tour: readonly Stop[];
    const links = new Map<Screen, string>();

    beforeAll(async () => {
      for (const screen of screens) links.set(screen, await chromium.invite(`Owner with a ${screen}`));
      const all = planTour(chromium.dashboard, await chromium.invite('Grace'));
      tour = all.filter(({ name }) => stops?.includes(name) ?? true);
      expect(tour).toHaveLength(stops?.length ?? all.length);
    });

    it.each(screens)('are easy to read and to use on a %s', async (screen) => {
      const viewport = SCREENS[screen];
      // Without motion, so that the final colours are checked and not those of a transition.
      const options = { viewport, colorScheme: schemes[0], reducedMotion: 'reduce' } as const;
      const { origin } = chromium.dashboard;
      const member = await openPage(chromium.browser, origin, options);
      // Each walk signs in separately: on a busy machine, all walks together take longer than a sign-in stays fresh.
      await member.page.goto(links.get(screen) ?? '');
      const stranger = await openPage(chromium.browser, origin, options);
      const faults = new Set<string>();
      for (const { name, isSignedIn, reach } of tour) {
        const { page } = isSignedIn ? member : stranger;
        await page.emulateMedia({ colorScheme: schemes[0] });
        await reach(page);
        // The text may appear before the stylesheet has loaded.
        await page.waitForLoadState('load');
        const found: string[] = [];
        const sideways = await readSidewaysScroll(page);
        if (sideways > 0) found.push(`scrolls ${sideways} px sideways`);
        if (viewport.width < WIDEST_TOUCH_PX) found.push(...(await listSmallTargets(page)));
        for (const scheme of schemes) {
          const isFirst = scheme === schemes[0];
          if (!isFirst) await page.emulateMedia({ colorScheme: scheme });
          found.push(...(await listAccessibilityFaults(page, isFirst ? undefined : 'colors')));
          await pictures?.take(page, { stop: name, screen, scheme });
        }
        for (const fault of found) faults.add(`${name}: ${fault}`);
      }
      expect([...faults, ...member.faults, ...stranger.faults]).toEqual([]);
    });
  });
}
