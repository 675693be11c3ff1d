// npm run lighthouse: what Lighthouse says of every page of the dashboard, on a phone and on a desktop, with its reports under .build/lighthouse.
// npm run lighthouse -- overview codes: only the stops of the tour with these names.
// It says what costs points where a score is below 95 of 100. It fails only where a page is below 95 for accessibility or best practices:
// the score for speed depends on the machine.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { launchChromium, launchOptions, openPage } from '#harness/browser/chromium.ts';
import { planTour, type Stop } from '#harness/browser/dashboard-tour.ts';
import { inviteOwner } from '#harness/browser/invite-owner.ts';
import { signInByLink } from '#harness/browser/sign-in-by-link.ts';
import { startDashboards, type TestDashboard } from '#harness/browser/test-dashboard.ts';

const FOLDER = '.build/lighthouse';
const LEAST_SCORE = 95;
/** Where the first look finds a page slow, as a slow or busy machine can make it, the median of so many more counts. */
const LOOKS = 3;
const TRIES = 5;
/** Lighthouse's own slowdown of the processor for a phone, which is meant for a fast machine. */
const MOST_SLOWDOWN = 4;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const DEVICES: Readonly<Record<string, Parameters<typeof lighthouse>[2]>> = {
  phone: undefined,
  desktop: desktopConfig,
};

interface PageToVisit {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const wanted = process.argv.slice(2);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const { dashboards, stop } = await startDashboards({ filled: 'filled' });
let isWorse = false;
try {
  const pages = await listPages(dashboards.filled);
  const missing = wanted.filter((name) => pages.every((page) => page.name !== name));
  if (missing.length > 0) throw new Error(`There is no page called ${missing.join(' or ')}.`);
  print('| page | device | performance | accessibility | best practices | LCP ms | TBT ms | CLS | KiB |');
  print('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const page of pages.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    for (const device in DEVICES) await judge(page, device);
} finally {
  await stop();
}
print(`The reports are under ${FOLDER}.`);
if (isWorse) {
  print(`A page is below ${LEAST_SCORE}.`);
  process.exitCode = 1;
}

/** The pages of the tour that have an address of their own and are no errors: one for each path. */
async function listPages(dashboard: TestDashboard): Promise<PageToVisit[]> {
  const browser = await launchChromium();
  const { page } = await openPage(browser, dashboard.origin);
  await signInByLink(page, dashboard.signInUrls[0] ?? '');
  const cookies = await page.context().cookies();
  const stops = planTour(dashboard, await inviteOwner(dashboard.origin, cookies, 'Grace'));
  const headers = { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
  const pages = new Map<string, PageToVisit>();
  for (const { name, path, isSignedIn } of stops) {
    if (path === null) continue;
    const url = dashboard.origin + path;
    const { pathname } = new URL(url);
    const sent = isSignedIn ? headers : {};
    // A form leads to an address of its own.
    const response = await fetch(url, { headers: sent });
    if (response.status === 200 && !pages.has(pathname))
      pages.set(pathname, { name, url: response.url, headers: sent });
  }
  const report = stops.find(({ name }) => name === 'shared') as Stop;
  await report.reach(page);
  await browser.close();
  return [
    ...pages.values(),
    { name: 'shared', url: page.url(), headers: {} },
    { name: 'docs', url: `${dashboard.origin}/docs`, headers: {} },
  ];
}

/** Looks at a page, writes the report, and prints a line; and what cost points where it is below. */
async function judge(page: PageToVisit, device: string): Promise<void> {
  const first = await look(page, device);
  const looks = scoreOf(first, 'performance') < LEAST_SCORE ? [] : [first];
  const slowdown = device === 'phone' ? slowdownOf(first.result.environment.benchmarkIndex) : undefined;
  while (looks[0] !== first && looks.length < LOOKS) looks.push(await look(page, device, slowdown));
  looks.sort((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'));
  const median = looks[Math.floor(looks.length / 2)] as Look;
  const [html, json] = median.reports;
  writeFileSync(join(FOLDER, `${page.name}-${device}.html`), html);
  writeFileSync(join(FOLDER, `${page.name}-${device}.json`), json);
  const { audits } = median.result;
  const valueOf = (id: string) => audits[id]?.numericValue ?? 0;
  const scores = CATEGORIES.map((category) => scoreOf(median, category));
  const figures = [
    Math.round(valueOf('largest-contentful-paint')),
    Math.round(valueOf('total-blocking-time')),
    valueOf('cumulative-layout-shift').toFixed(3),
    (valueOf('total-byte-weight') / 1024).toFixed(1),
  ];
  print(`| ${[page.name, device, ...scores, ...figures].join(' | ')} |`);
  if (scores.every((score) => score >= LEAST_SCORE)) return;
  const [, ...ofPage] = scores;
  isWorse ||= ofPage.some((score) => score < LEAST_SCORE);
  for (const line of listCosts(median.result)) print(`    ${line}`);
}

interface Look {
  readonly result: Result;
  readonly reports: readonly [html: string, json: string];
}

/**
 * How many times as slow as this machine a middling phone is, by the formula of Lighthouse's calculator
 * (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown).
 * @param benchmarkIndex what Lighthouse measured of this machine, beside whatever else it does
 */
function slowdownOf(benchmarkIndex: number): number {
  if (benchmarkIndex < 150) return 1;
  if (benchmarkIndex < 800) return 1 + (benchmarkIndex - 150) / 650;
  if (benchmarkIndex < 1300) return 2 + (benchmarkIndex - 800) / 500;
  return Math.min(3 + (benchmarkIndex - 1300) / 233, MOST_SLOWDOWN);
}

/** Looks in a browser of its own, with its own cookies and caches. Now and then Chromium loses the trace of a page: another browser looks again. */
async function look(page: PageToVisit, device: string, slowdown?: number, tries = TRIES): Promise<Look> {
  const { url, headers } = page;
  const flags = {
    onlyCategories: [...CATEGORIES],
    output: ['html' as const, 'json' as const],
    extraHeaders: headers,
    disableFullPageScreenshot: true,
    logLevel: 'error' as const,
    ...(slowdown === undefined ? {} : { throttling: { cpuSlowdownMultiplier: slowdown } }),
  };
  const browser = await puppeteer.launch(launchOptions());
  const found = await lighthouse(url, flags, DEVICES[device], await browser.newPage());
  await browser.close();
  if (found === undefined) throw new Error(`Lighthouse said nothing of ${url}.`);
  if (found.lhr.runtimeError && tries > 1) return look(page, device, slowdown, tries - 1);
  if (found.lhr.runtimeError) throw new Error(`${url}: ${found.lhr.runtimeError.message}`);
  if (found.lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${found.lhr.finalDisplayedUrl}.`);
  return { result: found.lhr, reports: found.report as unknown as [string, string] };
}

function scoreOf({ result }: Look, category: (typeof CATEGORIES)[number]): number {
  return Math.round((result.categories[category]?.score ?? 0) * 100);
}

/** Each audit that has weight and did not pass, in words. */
function listCosts({ categories, audits }: Result): string[] {
  return Object.values(categories).flatMap(({ title, auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${title}: ${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`.trim()),
  );
}

function print(line: string): void {
  console.log(line);
}
