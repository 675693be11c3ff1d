import type { ElementFault } from './element.ts';

const SENTENCES: Readonly<Record<ElementFault['reason'], (ai: string, right: string) => string>> = {
  unknown_ai: (ai) => `${ai} is not a GS1 application identifier.`,
  empty: (ai) => `${ai} must not be empty.`,
  no_primary_key: () =>
    'A GS1 Digital Link has a primary key with its value in its path, such as /01/09506000134352.',
  not_in_query: (ai) => `${ai} does not belong in the query.`,
  belongs_in_path: (ai) => `${ai} belongs in the path.`,
  duplicate: (ai) => `${ai} may occur only once.`,
  length: (ai, right) => `${ai} must have ${right} characters.`,
  characters: (ai, right) => `${ai} may contain only ${right}.`,
  check_digit: (ai, right) => `The check digit of ${ai} must be ${right}.`,
  value: (ai, right) => `${ai} must hold ${right}.`,
  qualifiers: (ai, right) =>
    `${ai} does not belong there: after this key, the path may have ${right}, in this order.`,
  required: (ai, right) => `${ai} must come with ${right}.`,
  excluded: (ai, right) => `${ai} must not come with ${right}.`,
};

/** What is wrong with a Digital Link, and what would be right, for programs. */
export function tellFault(fault: ElementFault): string {
  const others = 'others' in fault ? fault.others : [];
  const right = 'expected' in fault ? fault.expected : others.map((one) => one || 'nothing').join(' or ');
  // It may come from an address that a stranger typed.
  return SENTENCES[fault.reason](`(${fault.ai.slice(0, 20)})`, right);
}
