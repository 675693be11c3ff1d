/** What JavaScript adds. Every page works without it, except passkeys, which need a browser API. */
import { enhanceCopyButtons } from './copy.ts';
import { enhanceDesign } from './design-code.ts';
import { keepDrafts } from './draft.ts';
import { enhanceDownloads } from './download-sheet.ts';
import { keepScansLive } from './live-scans.ts';
import { enhancePasskeys } from './use-passkeys.ts';
import { enhanceErrors } from './stale-errors.ts';
import { enhanceFormChanges, enhancePreview } from './live-preview.ts';
import { warnOfLookAlikes } from './look-alike.ts';
import { enhanceKeys } from './palette.ts';
import { readCharts } from './read-chart.ts';
import { enhanceSorting } from './sort-rows.ts';
import { enhanceUploads } from './upload-picture.ts';

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** A later click is no double click: the person stopped the page from loading and tries again. */
const FORGET_MS = 3000;

enhanceCopyButtons();
enhanceDesign();
enhanceDownloads();
keepDrafts();
enhanceFormChanges();
keepScansLive();
enhancePasskeys();
enhanceErrors();
enhancePreview();
enhanceKeys();
readCharts();
warnOfLookAlikes();
enhanceSorting();
suggestTags();
enhanceSelection();
chooseTimeZone();
enhanceUploads();
enhanceForms();
warnOfUnsaved();
pressLinks();
goOn();

/** Times are in the reader's own time zone. */
function chooseTimeZone(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  tellZone(timeZone);
  // For typed times: `<a data-time-zone>` leads to its page with the browser's time zone.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-time-zone]')) {
    const url = new URL(link.href);
    url.searchParams.set('tz', timeZone);
    link.href = url.href;
  }
  // Opened without a choice: the zone is proposed, and the times beside it stay in the zone that they name.
  const field = document.querySelector<HTMLInputElement>('input[data-time-zone]');
  if (field && !new URLSearchParams(location.search).has('tz')) field.value = timeZone;
}

/** From the next page on, scans are shown in this zone: frame/reader-zone.ts reads the cookie. Over https, no other host can set it. */
function tellZone(timeZone: string): void {
  const isSecure = location.protocol === 'https:';
  const name = isSecure ? '__Host-browser_zone' : 'browser_zone';
  const attributes = `Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  document.cookie = `${name}=${encodeURIComponent(timeZone)}; ${attributes}`;
}

/**
 * `<input data-tags list="…">` contains tags separated by commas. A datalist suggests whole values, so each suggestion is appended to the
 * typed text.
 */
function suggestTags(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-tags]')) {
    const { list } = field;
    if (!list) continue;
    const known = [...list.querySelectorAll('option')].map(({ value }) => value);
    field.addEventListener('input', () => {
      const typed = /^.*,\s*/s.exec(field.value)?.[0] ?? '';
      const taken = new Set(typed.split(',').map((tag) => tag.trim().toLowerCase()));
      const options = known
        .filter((tag) => !taken.has(tag.toLowerCase()))
        .map((tag) => Object.assign(document.createElement('option'), { value: typed + tag }));
      list.replaceChildren(...options);
    });
  }
}

/** The boxes of the list: how many are ticked, and one that ticks the whole page. */
function enhanceSelection(): void {
  const form = document.querySelector<HTMLFormElement>('form.selection');
  const head = document.querySelector<HTMLInputElement>('[data-select-page]');
  const said = form?.querySelector<HTMLElement>('[data-selected]');
  if (!form || !head || !said) return;
  const total = said.dataset['selected'];
  const everywhere = form.querySelector<HTMLInputElement>('[name="all"]');
  const boxes = [...document.querySelectorAll<HTMLInputElement>(`tbody input[form="${form.id}"]`)];
  const show = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    head.checked = ticked === boxes.length;
    head.indeterminate = ticked > 0 && !head.checked;
    const of = everywhere && total !== 'all' ? ` of ${total}` : '';
    said.textContent = everywhere?.checked ? `All${of && ` ${total}`} selected` : `${ticked}${of} selected`;
  };
  head.closest('label')?.removeAttribute('hidden');
  head.addEventListener('change', () => {
    for (const box of boxes) box.checked = head.checked;
    show();
  });
  for (const box of [...boxes, everywhere]) box?.addEventListener('change', show);
  // After “back”, the browser has ticked them again.
  window.addEventListener('pageshow', show);
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
