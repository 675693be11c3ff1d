import { describe, expect, it } from 'vitest';
import {
  arrangeElements,
  findAssociationFault,
  formatDigitalLink,
  formatElementString,
  parseDigitalLink,
  SEPARATOR,
  toHumanReadable,
} from '#core/gs1/digital-link.ts';
import { checkDigitOf } from '#core/gs1/check-digits.ts';
import { checkElement, type Element, padGtin } from '#core/gs1/element.ts';
import { type Identifier, listIdentifiers } from '#core/gs1/identifiers.ts';
import vectors from './vectors.json' with { type: 'json' };

const ROOT = 'https://id.gs1.org';

interface Vector {
  readonly id: string;
  readonly input: { readonly elements?: Element[]; readonly uri?: string };
  readonly canonical?: string;
  readonly elements?: Element[];
  readonly error?: string;
}

function read({ input }: Vector) {
  if (input.elements) return arrangeElements(input.elements);
  const { pathname, search } = new URL(input.uri ?? '');
  return parseDigitalLink(pathname, search.slice(1));
}

/** The address itself is read by the platform; GS1 refuses spellings of its scheme and characters that browsers mend. */
const READ_BY_THE_PLATFORM = new Set(['not_a_uri']);

describe('a GS1 Digital Link', () => {
  it.each(
    (vectors.vectors as unknown as Vector[]).filter(({ error = '' }) => !READ_BY_THE_PLATFORM.has(error)),
  )('is read as GS1 reads it: $id', (vector) => {
    const found = read(vector);
    const got = found.ok
      ? { canonical: formatDigitalLink(ROOT, found.value) }
      : { error: found.error.reason };
    expect(got).toEqual(
      vector.error === undefined ? { canonical: vector.canonical } : { error: vector.error },
    );
    if (!vector.elements || !found.ok) return;
    expect(new Map([...found.value.path, ...found.value.attributes])).toEqual(new Map(vector.elements));
  });
});

/** Values of the components with rules that a run of digits does not keep. */
const VALUES: Readonly<Record<string, string>> = {
  csumalpha: '1987654Ad4X4bL5ttr2310c2K',
  yymmd0: '270200',
  yymmdd: '270228',
  yyyymmdd: '20270228',
  hhmi: '2359',
  hh: '23',
  iso3166: '276',
  iso3166999: '999',
  iso3166alpha2: 'DE',
  iso4217: '978',
  latitude: '0279085848',
  longitude: '3015297971',
  yesno: '1',
  hyphen: '-',
  packagetype: 'AA',
  mediatype: '80',
  posinseqslash: '1/2',
  zero: '0',
  winding: '9',
  pieceoftotal: '0102',
  iban: 'DE89370400440532013000',
};

function sample({ components }: Identifier): string {
  return components
    .map(({ set, most, rules }) => {
      const known = rules.map((rule) => VALUES[rule]).find((value) => value !== undefined);
      if (known !== undefined) return known;
      if (!rules.includes('csum')) return (set === 'N' ? '1' : 'A1').repeat(most).slice(0, most);
      const digits = '9506000134376123459'.slice(0, most - 1).padEnd(most - 1, '7');
      return digits + checkDigitOf(digits);
    })
    .join('');
}

it.each(listIdentifiers())('reads a value by each line of the dictionary: $ai', (identifier) => {
  const { ai, components } = identifier;
  const value =
    components.some(({ rules }) => rules.includes('gcppos1')) && !/^\d/.test(sample(identifier))
      ? `9506${sample(identifier).slice(4)}`
      : sample(identifier);
  expect(checkElement([ai, value])).toBeNull();
  expect(checkElement([ai, '']), 'empty').toMatchObject({ reason: 'empty' });
  expect(checkElement([ai, value + '1'.repeat(91)]), 'too long').toMatchObject({ reason: 'length' });
  expect(checkElement([ai, 'ß' + value.slice(1)]), 'foreign').toMatchObject({ reason: 'characters' });
});

it.each([
  [['8', '95060007'], '00000095060007'],
  [['01', '9506000134352'], '09506000134352'],
  [['01', '614141000036'], '00614141000036'],
  [['01', '12345'], '12345'],
  [['10', '12345678'], '12345678'],
] as const)('pads a GTIN of 8, 12 or 13 digits to 14: %s', ([ai, value], padded) => {
  expect(padGtin([ai === '8' ? '01' : ai, value])[1]).toBe(padded);
});

function link(...elements: Element[]) {
  const arranged = arrangeElements(elements);
  if (!arranged.ok) throw new Error(JSON.stringify(arranged.error));
  return arranged.value;
}

it.each([
  {
    elements: [
      ['01', '09506000134352'],
      ['17', '271231'],
    ],
    fault: null,
  },
  {
    elements: [
      ['01', '09506000134352'],
      ['02', '09506000134352'],
      ['37', '5'],
    ],
    fault: { ai: '01', reason: 'excluded', others: ['37'] },
  },
  {
    elements: [
      ['00', '006141411234567890'],
      ['17', '271231'],
    ],
    fault: { ai: '17', reason: 'required' },
  },
  {
    elements: [
      ['01', '09506000134352'],
      ['250', 'A'],
    ],
    fault: { ai: '250', reason: 'required', others: ['01 + 21', '03 + 21', '8006 + 21'] },
  },
  {
    elements: [
      ['01', '09506000134352'],
      ['3103', '000195'],
      ['3102', '001950'],
    ],
    fault: { ai: '3103', reason: 'excluded', others: ['310n'] },
  },
] as { elements: Element[]; fault: object | null }[])(
  'says which elements do not go together: $elements',
  ({ elements, fault }) => {
    const found = findAssociationFault(link(...elements));
    if (fault === null) expect(found).toBeNull();
    else expect(found).toMatchObject(fault);
  },
);

it.each(['.', '..'])(
  'takes %s in its query, and refuses it in its path, where browsers take it out',
  (dots) => {
    const gtin: Element = ['01', '09506000134352'];
    const fault = { ok: false, error: { ai: '10', reason: 'value' } };
    expect(arrangeElements([gtin, ['10', dots]])).toMatchObject(fault);
    expect(parseDigitalLink(`/01/${gtin[1]}/10/${dots.replaceAll('.', '%2E')}`, '')).toMatchObject(fault);
    expect(parseDigitalLink(`/01/${gtin[1]}`, `98=${dots}`)).toMatchObject({ ok: true });
  },
);

it('writes the element string of a symbol: known lengths first, a separator after every other but the last', () => {
  const made = link(['01', '09506000134352'], ['10', 'LOT7'], ['21', 'S1'], ['17', '271231']);
  expect(formatElementString(made)).toBe(`01095060001343521727123110LOT7${SEPARATOR}21S1`);
  expect(toHumanReadable(made)).toEqual(['(01) 09506000134352', '(10) LOT7', '(21) S1', '(17) 271231']);
});
