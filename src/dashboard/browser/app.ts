/** What JavaScript adds. Every page works without it, except passkeys, which need a browser API. */
import { enhanceCopyButtons } from './copy.ts';
import { enhanceCopyTexts } from './copy-text.ts';
import { enhanceDesign } from './forms/design-code.ts';
import { keepDrafts } from './forms/draft.ts';
import { enhanceDownloads } from './forms/download-sheet.ts';
import { showFilterValues } from './scans/filter-values.ts';
import { openFolds, revealOpened } from './folds.ts';
import { keepScansLive } from './scans/live-scans.ts';
import { enhancePasskeys } from './use-passkeys.ts';
import { enhanceErrors } from './forms/stale-errors.ts';
import { enhanceFormChanges, enhancePreview } from './forms/live-preview.ts';
import { enhanceSearch } from './lists/live-search.ts';
import { warnOfLookAlikes } from './forms/look-alike.ts';
import { showOutcomes } from './forms/outcome.ts';
import { enhanceMenus } from './menus.ts';
import { enhanceKeys } from './palette.ts';
import { enhancePickers } from './forms/picker.ts';
import { readCharts } from './scans/read-chart.ts';
import { enhanceSelection } from './lists/select-codes.ts';
import { enhanceSorting } from './lists/sort-rows.ts';
import { enhanceSplits } from './forms/split-shares.ts';
import { suggestTags } from './forms/suggest-tags.ts';
import { endToast } from './toast.ts';
import { enhanceUploads } from './forms/upload.ts';

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** A later click is no double click: the person stopped the page from loading and tries again. */
const FORGET_MS = 3000;

enhanceCopyButtons();
enhanceCopyTexts();
enhanceDesign();
enhanceDownloads();
keepDrafts();
enhanceFormChanges();
keepScansLive();
openFolds();
revealOpened();
enhancePasskeys();
enhanceErrors();
showFilterValues();
showOutcomes();
enhancePreview();
enhanceKeys();
enhanceMenus();
enhanceSearch();
enhancePickers();
readCharts();
warnOfLookAlikes();
enhanceSorting();
enhanceSplits();
suggestTags();
enhanceSelection();
tellZone();
enhanceUploads();
endToast();
enhanceForms();
warnOfUnsaved();
pressLinks();
goOn();

/**
 * Times are those of the reader's own zone: frame/reader-zone.ts reads the cookie. Over https, no other host can set it. If this is the first
 * page that the browser shows, and it was made with a guess that is wrong, the page is loaded once more.
 */
function tellZone(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const isSecure = location.protocol === 'https:';
  const name = isSecure ? '__Host-browser_zone' : 'browser_zone';
  const attributes = `Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const isTold = () => document.cookie.includes(`${name}=`);
  const isFirst = !isTold();
  document.cookie = `${name}=${encodeURIComponent(timeZone)}; ${attributes}`;
  const { guessedZone } = document.documentElement.dataset;
  // A browser that keeps no cookies would load it for ever.
  if (isFirst && isTold() && guessedZone !== undefined && guessedZone !== timeZone) location.reload();
}

/** The browser asks before it leaves a page with a form that somebody has changed and not sent: `<form data-unsaved>`. */
function warnOfUnsaved(): void {
  // A refused form shows what was typed, and nothing of it is stored.
  let isChanged = document.querySelector('[data-unsaved] [aria-invalid]') !== null;
  document.addEventListener('input', ({ target }) => {
    const field = target as HTMLInputElement;
    if (field.name !== '' && field.form?.matches('[data-unsaved]')) isChanged = true;
  });
  document.addEventListener('submit', (event) => {
    if (!event.defaultPrevented) isChanged = false;
  });
  window.addEventListener('beforeunload', (event) => {
    if (isChanged) event.preventDefault();
  });
}

/** The space bar presses a link that looks like a button. */
function pressLinks(): void {
  document.addEventListener('keydown', (event) => {
    const link = event.target;
    if (event.key !== ' ' || !(link instanceof HTMLAnchorElement) || !link.matches('.button')) return;
    event.preventDefault();
    link.click();
  });
}

/** `<form data-go-on="60">` is the next part of a change that takes several requests. It is sent after this many seconds. */
function goOn(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-go-on]');
  if (form) setTimeout(() => form.requestSubmit(), Number(form.dataset['goOn']) * 1000);
}

/**
 * Sends a form that changes something only once. The second click of a double click would cancel the first response, and with it a cookie,
 * a key or a link that only that response shows. Buttons with their own `formaction` change nothing and are left alone.
 */
function enhanceForms(): void {
  const sent = new Map<HTMLFormElement, HTMLElement | null>();
  const forget = (form: HTMLFormElement) => {
    sent.get(form)?.removeAttribute('aria-busy');
    sent.delete(form);
  };
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('[method="post"]')) return;
    if (sent.has(form)) {
      event.preventDefault();
    } else if (!event.submitter?.hasAttribute('formaction')) {
      sent.set(form, event.submitter);
      event.submitter?.setAttribute('aria-busy', 'true');
      setTimeout(forget, FORGET_MS, form);
    }
  });
  // After “back”, the form may be sent again.
  window.addEventListener('pageshow', () => {
    for (const form of [...sent.keys()]) forget(form);
  });
}
