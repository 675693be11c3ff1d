/** Characters of a URI's query and path data (RFC 3986 §3.4), percent signs only as part of an encoded byte. */
const URI_DATA = /^(?:[A-Za-z0-9\-._~!$'()*+,;:@/?&=[\]]|%[0-9A-Fa-f]{2})*$/;

/** The text that percent-encoded URI data stands for; `null` if it is not URI data, or not UTF-8. */
export function decodeUriData(data: string): string | null {
  if (!URI_DATA.test(data)) return null;
  try {
    return decodeURIComponent(data);
  } catch {
    return null;
  }
}

/** Whether decoded data has a line break or another control character, which some message headers must not have. */
export function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** Fields of a URI query `name=value&name=value`, still encoded; `null` for a field without a name or value. */
export function splitQuery(query: string): { name: string; value: string }[] | null {
  const fields = query.split('&').map((field) => {
    const at = field.indexOf('=');
    return { name: field.slice(0, Math.max(0, at)), value: field.slice(at + 1) };
  });
  return fields.every(({ name }) => name !== '') ? fields : null;
}
