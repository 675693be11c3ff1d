/** Scripts that one language may mix: Japanese, Korean and Chinese with Latin letters in between. */
const WRITTEN_TOGETHER: readonly RegExp[] = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}]*$/u,
];

/** Letters that look like Latin ones, in the scripts that have such twins: a label of twins alone reads as a Latin one. */
const TWINS = /^[аАВсСԁеЕНһіІјЈӀӏКМоОрРԛѕЅТуУԝхХҮүΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ\d-]+$/u;

const LETTERS_OF_ONE_SCRIPT: readonly RegExp[] = [
  /^\p{Script=Latin}*$/u,
  /^\p{Script=Cyrillic}*$/u,
  /^\p{Script=Greek}*$/u,
  /^\p{Script=Armenian}*$/u,
  /^\p{Script=Hebrew}*$/u,
  /^\p{Script=Arabic}*$/u,
  /^\p{Script=Devanagari}*$/u,
  /^\p{Script=Thai}*$/u,
  /^\p{Script=Georgian}*$/u,
  /^\p{Script=Cherokee}*$/u,
];

/**
 * Whether a host can be mistaken for another one: a label mixes scripts that no language mixes, or consists of letters that look like Latin
 * ones (Unicode Technical Standard #39, the "highly restrictive" profile, with the most frequent twins).
 * @param host in Unicode, `аpple.com`, not in punycode
 */
export function isLookAlikeHost(host: string): boolean {
  return host.split('.').some(isLookAlike);
}

function isLookAlike(label: string): boolean {
  // oxlint-disable-next-line no-control-regex
  if (/^[\u{0}-\u{7f}]*$/u.test(label)) return false;
  const letters = label.normalize('NFC').replace(/[\p{Script=Common}\p{Script=Inherited}]/gu, '');
  const isOneScript = [...LETTERS_OF_ONE_SCRIPT, ...WRITTEN_TOGETHER].some((script) => script.test(letters));
  return !isOneScript || TWINS.test(label);
}
