import { type Component, findIdentifier, type Identifier } from './identifiers.ts';
import { VALUE_RULES } from './value-rules.ts';

/** An application identifier with its value: `01` with `09506000134352`. */
export type Element = readonly [ai: string, value: string];

/** Why elements are not valid. It names the application identifier, and where it can, what would be right. */
export type ElementFault = { readonly ai: string } & (
  | { readonly reason: 'unknown_ai' | 'empty' | 'no_primary_key' }
  | { readonly reason: 'not_in_query' | 'belongs_in_path' | 'duplicate' }
  | { readonly reason: 'length' | 'characters' | 'check_digit' | 'value'; readonly expected: string }
  /** What must follow the key, or be there, or must not be. */
  | { readonly reason: 'qualifiers' | 'required' | 'excluded'; readonly others: readonly string[] }
);

const SETS = {
  N: { pattern: /^\d*$/, name: 'digits' },
  X: { pattern: /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]*$/, name: 'letters, digits and !"%&\'()*+,-./:;<=>?_' },
  Y: { pattern: /^[#\-/0-9A-Z]*$/, name: 'capital letters, digits and #-/' },
  Z: { pattern: /^[-0-9A-Z_a-z=]*$/, name: 'letters, digits and -_=' },
} as const;

/** The most characters that the value of any identifier has. */
export const MAX_VALUE_CHARACTERS = 90;

/**
 * Checks a value by its identifier (GS1 General Specifications §3, in the words of the syntax dictionary): length, characters, check digits,
 * dates and codes. A GTIN has all its 14 digits here: see `padGtin`. Gives null if nothing is wrong.
 */
export function checkElement([ai, value]: Element): ElementFault | null {
  const identifier = findIdentifier(ai);
  if (!identifier) return { ai, reason: 'unknown_ai' };
  if (value === '') return { ai, reason: 'empty' };
  if (value.length > MAX_VALUE_CHARACTERS) return wrongLength(identifier);
  let rest = value;
  for (const { set, least, most, isOptional, rules } of identifier.components) {
    if (isOptional && rest === '') continue;
    const piece = rest.slice(0, most);
    rest = rest.slice(most);
    if (piece.length < least) return wrongLength(identifier);
    const { pattern, name } = SETS[set];
    if (!pattern.test(piece)) return { ai, reason: 'characters', expected: name };
    for (const rule of rules) {
      const fault = VALUE_RULES[rule]?.(piece);
      if (fault) return { ai, ...fault };
    }
  }
  return rest === '' ? null : wrongLength(identifier);
}

function wrongLength({ ai, components }: Identifier): ElementFault {
  const sum = (count: (component: Component) => number) => components.map(count).reduce((a, b) => a + b);
  const most = sum((component) => component.most);
  const least = sum((component) => (component.isOptional ? 0 : component.least));
  return { ai, reason: 'length', expected: least === most ? `${most}` : `${least} to ${most}` };
}

const IDENTIFIERS_OF_GTINS = new Set(['01', '02', '03']);

/** The 14 digits of a GTIN that has 8, 12 or 13 (GS1 General Specifications §3.3.2); any other element as it is. */
export function padGtin([ai, value]: Element): Element {
  const isShort = IDENTIFIERS_OF_GTINS.has(ai) && /^(?:\d{8}|\d{12}|\d{13})$/.test(value);
  return [ai, isShort ? value.padStart(14, '0') : value];
}

/** The fault of a value that `padGtin` has left as it was. */
export function allowShortGtin(fault: ElementFault): ElementFault {
  const isGtin = fault.reason === 'length' && IDENTIFIERS_OF_GTINS.has(fault.ai);
  return isGtin ? { ...fault, expected: '8, 12, 13 or 14' } : fault;
}
