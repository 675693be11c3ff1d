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
