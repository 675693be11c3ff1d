/** The text of a page, without tags. */
export async function readText(response: Response): Promise<string> {
  return toText(await response.text());
}

export function toText(html: string): string {
  return html
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

/** The decoded value of an attribute in a page's first matching tag; null if there is none. */
export function readAttribute(html: string, tag: RegExp, name: string): string | null {
  const [text = ''] = tag.exec(html) ?? [];
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1];
  return value === undefined ? null : toText(value);
}

/** The linked rows of a page's bars: the link, and the number of scans. */
export function listBarLinks(html: string): { readonly href: string; readonly scans: number }[] {
  const rows = html.matchAll(
    /<a href="([^"]+)"><rect class="room"[^>]*>(?:<\/rect>)?<text[^>]*>[^<]*<\/text><text[^>]*>([\d,]+)</g,
  );
  return [...rows].map(([, href = '', scans = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    scans: Number(scans.replaceAll(',', '')),
  }));
}
