/**
 * Latin letters that Unicode does not take apart, as people write them without their key. The search index knows the other marks of Latin
 * letters itself; the view `qr_code_texts` in the migrations replaces these for it, and a test compares the two.
 */
export const SPELLINGS = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', þ: 'th', Þ: 'TH' },
  ...{ ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', ł: 'l', Ł: 'L', ı: 'i' },
} as const;

const SPELT = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'g');

/** The combining marks that FTS5 leaves out of a text; it keeps rarer ones. */
const MARKS_OF_INDEX = /[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331]/g;

/** A word as the search index has it, but for case and the marks of Latin letters, which FTS5 folds in words as it does in texts. */
export function toIndexed(word: string): string {
  return spell(word).replace(MARKS_OF_INDEX, '');
}

/** A text without case and accents, to compare it with others. It folds whatever the index does, and more. */
export function foldText(text: string): string {
  const plain = isAscii(text) ? text : spell(text.normalize('NFKD').replace(/[\u0300-\u036f]/g, ''));
  // Lower case first, so that each character which FTS5 takes for another becomes the same one here.
  return plain.toLowerCase().toUpperCase();
}

function spell(text: string): string {
  return text.replace(SPELT, (letter) => SPELLINGS[letter as keyof typeof SPELLINGS]);
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}
