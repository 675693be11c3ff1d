/** The text of a page, without tags. */
export async function readText(response: Response): Promise<string> {
  return toText(await response.text());
}

export function toText(html: string): string {
  const text = html.replace(/<(script|style)\b.*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ');
  return decodeHtml(text).replace(/\s+/g, ' ');
}

export function decodeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** The decoded value of a tag's attribute; empty if it has none. */
export function attributeOf(tag: string, name: string): string {
  return decodeHtml(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
}

/** The fields that a browser would send with a page's form to `action`: hidden fields too, and boxes only if they are ticked. */
export function readFormFields(html: string, action: string): Record<string, string> {
  const form = new RegExp(`<form [^>]*action="${action}".*?</form>`, 's').exec(html)?.[0] ?? '';
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    if (/ type="(checkbox|radio)"/.test(tag) && !/ checked=""/.test(tag)) continue;
    // Only the script shows it.
    if (attributeOf(tag, 'name') === '' || tag.includes('type="file"')) continue;
    fields[attributeOf(tag, 'name')] = attributeOf(tag, 'value');
  }
  for (const [, head = '', text = ''] of form.matchAll(/<textarea ([^>]*)>\n?(.*?)<\/textarea>/gs)) {
    fields[attributeOf(head, 'name')] = decodeHtml(text);
  }
  for (const [, head = '', options = ''] of form.matchAll(/<select ([^>]*)>(.*?)<\/select>/gs)) {
    const chosen = /<option [^>]*selected=""[^>]*>/.exec(options)?.[0] ?? '';
    fields[attributeOf(head, 'name')] = attributeOf(chosen, 'value');
  }
  return fields;
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
