/** The path of a URL without its first slash and without a query. Parsing the URL would take longer than the rest of a hot scan. */
export function pathOf(url: string): string {
  const start = startOfPath(url) + 1;
  const end = url.indexOf('?', start);
  return url.slice(start, end === -1 ? url.length : end);
}

export function startOfPath(url: string): number {
  return url.indexOf('/', 'https://'.length);
}
