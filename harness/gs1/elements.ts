import { checkCharactersOf, checkDigitOf } from '#core/gs1/check-digits.ts';
import { arrangeElements, type DigitalLink, findAssociationFault } from '#core/gs1/digital-link.ts';
import type { Element } from '#core/gs1/element.ts';
import { type Identifier, listIdentifiers } from '#core/gs1/identifiers.ts';
import { random } from '../data/random.ts';

type Component = Identifier['components'][number];

const CHARACTERS: Readonly<Record<Component['set'], string>> = {
  N: '0123456789',
  X: '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz',
  Y: '#-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  Z: '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz',
};

/** Values of rules that random characters do not keep. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  yymmd0: ['270200', '000229', '991231'],
  yymmdd: ['270228'],
  yyyymmdd: ['20270228'],
  hhmi: ['2359', '0000'],
  hh: ['23'],
  mi: ['59'],
  ss: ['00'],
  iso3166: ['276', '004'],
  iso3166999: ['999', '250'],
  iso3166alpha2: ['DE', 'ZW'],
  iso4217: ['978'],
  iso5218: ['0', '9'],
  latitude: ['0279085848'],
  longitude: ['3015297971'],
  yesno: ['0', '1'],
  hyphen: ['-'],
  importeridx: ['-', '_', 'b', '9'],
  packagetype: ['AA', 'X20'],
  mediatype: ['01', '80'],
  posinseqslash: ['1/2'],
  zero: ['0'],
  winding: ['0', '9'],
  pieceoftotal: ['0102'],
  iban: ['DE89370400440532013000'],
  pcenc: ['Caf%C3%A9', 'plain'],
  nozeroprefix: ['7'],
};

function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('there is nothing to pick from');
  return item;
}

/** A valid value of a component. */
function randomPiece({ set, least: fewest, most, rules }: Component): string {
  const known = rules.map((rule) => VALUES[rule]).find((values) => values !== undefined);
  if (known) return pick(known).slice(0, most);
  const length = fewest + Math.floor(random() * (most - fewest + 1));
  const least = rules.some((rule) => rule.startsWith('gcppos')) ? Math.max(length, 8) : length;
  // A GS1 Company Prefix begins with digits.
  const start = rules.includes('gcppos1') ? '9506' : rules.includes('gcppos2') ? '09506' : '';
  const text = Array.from({ length: least - start.length }, () => pick([...CHARACTERS[set]])).join('');
  if (rules.includes('csum')) return withCheck(start + text, 1, checkDigitOf);
  if (rules.includes('csumalpha')) return withCheck(start + text, 2, checkCharactersOf);
  return rules.includes('nonzero')
    ? `${(start + text).slice(0, -1)}1`
    : rules.includes('hasnondigit')
      ? `${(start + text).slice(0, -1)}A`
      : start + text;
}

function withCheck(text: string, characters: number, checkOf: (text: string) => string): string {
  const body = text.slice(0, -characters);
  return body + checkOf(body);
}

/** A valid value of an identifier. */
function randomElement({ ai, components }: Identifier): Element {
  const pieces = components.map((component, i) => {
    // Only the last piece may be left out or be short.
    const isLast = i === components.length - 1;
    if (component.isOptional && isLast && random() < 0.3) return '';
    return randomPiece(component);
  });
  return [ai, pieces.join('')];
}

/** A primary key, some of its qualifiers in order and some attributes, each valid; together only if `areTogether`. */
export function randomLink({ most = 4, areTogether = true } = {}): DigitalLink {
  const all = listIdentifiers();
  const keys = all.filter(({ qualifiers }) => qualifiers !== null);
  const attributes = all.filter(({ isAttribute, qualifiers }) => isAttribute && qualifiers === null);
  for (;;) {
    const key = random() < 0.6 ? keys.find(({ ai }) => ai === '01')! : pick(keys);
    const qualifiers = pick(key.qualifiers!.concat([[]])).filter(() => random() < 0.5);
    const others = Array.from({ length: Math.floor(random() * most) }, () => pick(attributes).ai);
    const ais = new Set([key.ai, ...qualifiers, ...others]);
    const link = arrangeElements([...ais].map((ai) => randomElement(all.find((one) => one.ai === ai)!)));
    // An attribute may be a qualifier that the others exclude.
    // Or a value of one or two dots, which no path can hold.
    if (!link.ok && ['not_in_query', 'value'].includes(link.error.reason)) continue;
    if (!link.ok) throw new Error(JSON.stringify(link.error));
    if (!areTogether || findAssociationFault(link.value) === null) return link.value;
  }
}
