/** Below this quality the reader merely copes with a language, so no rule should match it. */
const LEAST_QUALITY = 0.9;

const LONGEST_HEADER = 1_000;

/** RFC 5646 in outline, and RFC 9110 §12.4.2. `*` is no language. */
const LANGUAGE_RANGE = /^([a-z]{2,3}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q=([01](?:\.\d{0,3})?))?$/i;

/** The tags with a quality of at least 0.9 in an `Accept-Language` header, in lower case and in their order. */
export function listAcceptedLanguages(acceptLanguage: string): readonly string[] {
  return acceptLanguage
    .slice(0, LONGEST_HEADER)
    .split(',')
    .flatMap((range) => {
      const [, tag, quality = '1'] = LANGUAGE_RANGE.exec(range.trim()) ?? [];
      return tag !== undefined && Number(quality) >= LEAST_QUALITY ? [tag.toLowerCase()] : [];
    });
}
