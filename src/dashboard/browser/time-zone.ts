/** Times that somebody types are those of their own clocks: `<a data-time-zone>` leads to its page with the browser's time zone. */
export function chooseTimeZone(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-time-zone]')) {
    const url = new URL(link.href);
    url.searchParams.set('tz', timeZone);
    link.href = url.href;
  }
  // Opened without a choice: it is proposed, and the times beside it stay those that they say they are.
  const field = document.querySelector<HTMLInputElement>('input[data-time-zone]');
  if (field && !new URLSearchParams(location.search).has('tz')) field.value = timeZone;
}
