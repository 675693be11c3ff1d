/** Times are in the reader's own time zone. */
export function chooseTimeZone(): void {
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

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** From the next page on, scans are shown in this zone: frame/reader-zone.ts reads the cookie. Over https, no other host can set it. */
function tellZone(timeZone: string): void {
  const isSecure = location.protocol === 'https:';
  const name = isSecure ? '__Host-browser_zone' : 'browser_zone';
  const attributes = `Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  document.cookie = `${name}=${encodeURIComponent(timeZone)}; ${attributes}`;
}
