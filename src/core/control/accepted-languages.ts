/** Below this quality a language is one that its reader can make do with, not one that a rule may speak of. */
const LEAST_QUALITY = 0.9;

const LONGEST_HEADER = 1_000;

/** RFC 5646 in outline, and RFC 9110 §12.4.2. `*` is no language. */
const LANGUAGE_RANGE = /^\s*([a-z]{2,3}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*$/i;

/** The tags of an `Accept-Language` header of a quality of at least 0.9, in lower case, in the order of the header. */
export function listAcceptedLanguages(acceptLanguage: string): readonly string[] {
  return acceptLanguage
    .slice(0, LONGEST_HEADER)
    .split(',')
    .flatMap((range) => {
      const [, tag, quality = '1'] = LANGUAGE_RANGE.exec(range) ?? [];
      return tag !== undefined && Number(quality) >= LEAST_QUALITY ? [tag.toLowerCase()] : [];
    });
}
