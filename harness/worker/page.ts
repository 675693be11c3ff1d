/** What a page says, without its tags. */
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

/** What an attribute of a page's first matching tag holds, decoded; null where there is none. */
export function readAttribute(html: string, tag: RegExp, name: string): string | null {
  const [text = ''] = tag.exec(html) ?? [];
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1];
  return value === undefined ? null : toText(value);
}

/** The rows of a page's bars that lead somewhere: where, and how many scans they say. */
export function listBarLinks(html: string): { readonly href: string; readonly scans: number }[] {
  const rows = html.matchAll(
    /<a href="([^"]+)"><rect class="room"[^>]*>(?:<\/rect>)?<text[^>]*>[^<]*<\/text><text[^>]*>([\d,]+)</g,
  );
  return [...rows].map(([, href = '', scans = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    scans: Number(scans.replaceAll(',', '')),
  }));
}
