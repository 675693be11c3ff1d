import { expect, inject, test } from 'vitest';
import {
  arrangeElements,
  type DigitalLink,
  findAssociationFault,
  formatDigitalLink,
  parseDigitalLink,
} from '#core/gs1/digital-link.ts';
import type { Element, ElementFault } from '#core/gs1/element.ts';
import { randomLink } from '#harness/gs1/elements.ts';
import { random } from '#harness/data/random.ts';
import { sampled } from '#harness/data/sampled.ts';
import { lintDigitalLink, lintElements } from '#harness/gs1/linter.ts';

const COUNT = inject('isExhaustive') ? sampled(10_000, 300) : 300;

/** A faulty element, with the value that has the fault, or what only the linter finds. */
interface Verdict {
  readonly fault: ElementFault | null;
  readonly linted: string | null;
  readonly value: string;
}

/** Where the two differ, and why that is right. */
const DIFFERENCES: Readonly<Record<string, (verdict: Verdict) => boolean>> = {
  'the core does not look into coupons of the United States, which no link leads by': ({ fault, linted }) =>
    fault === null && /AI 811[02]: /.test(linted ?? ''),
  'GS1’s tests ask for four digits at the start of a company prefix, the linter for fewer': ({ fault }) =>
    fault?.reason === 'value' && fault.expected.includes('Company Prefix'),
  'a GTIN has 14 digits in an address since version 1.4 of the syntax': ({ fault, value }) =>
    fault?.ai === '01' && fault.reason === 'length' && /^(?:\d{8}|\d{12,13})$/.test(value),
  'an address cannot hold a segment of dots: programs that read it take it out': ({ value }) =>
    /^\.{1,2}$/.test(value),
};

/** One element with a character that is left out, doubled or another. */
function spoil(elements: readonly Element[]): Element[] {
  const at = Math.floor(random() * elements.length);
  return elements.map(([ai, value], i): Element => {
    if (i !== at) return [ai, value];
    const from = Math.floor(random() * value.length);
    const others = ['', value.charAt(from).repeat(2), '7', 'a', '/', '#', 'é'];
    const other = others[Math.floor(random() * others.length)] ?? '';
    return [ai, value.slice(0, from) + other + value.slice(from + 1)];
  });
}

function judgeElements({ path, attributes }: DigitalLink) {
  const elements = [...path, ...attributes];
  const link = arrangeElements(elements);
  return {
    fault: link.ok ? findAssociationFault(link.value) : link.error,
    linted: lintElements(elements),
  };
}

function judgeAddress(link: DigitalLink) {
  const uri = formatDigitalLink('https://id.example.com', link);
  const { pathname, search } = new URL(uri);
  const parsed = parseDigitalLink(pathname, search.slice(1));
  return { fault: parsed.ok ? null : parsed.error, linted: lintDigitalLink(uri) };
}

test.each([
  { what: 'element strings', judge: judgeElements, areTogether: false },
  { what: 'addresses', judge: judgeAddress, areTogether: true },
])(
  `of ${COUNT} random $what, every other one with a fault, the linter of bwip-js refuses those that the core refuses, but for differences that are known`,
  ({ judge, areTogether }) => {
    const unexplained: unknown[] = [];
    let refused = 0;
    for (let i = 0; i < COUNT; i++) {
      const { path, attributes } = randomLink({ areTogether });
      const link = i % 2 === 0 ? { path, attributes } : { path: spoil(path), attributes };
      const { fault, linted } = judge(link);
      if (linted !== null) refused++;
      if ((fault === null) === (linted === null)) continue;
      const values = [...link.path, ...link.attributes].filter(
        ([ai]) => !fault || ai === fault.ai || fault.reason === 'no_primary_key',
      );
      const isKnown = values.some(([, value]) =>
        Object.values(DIFFERENCES).some((explains) => explains({ fault, linted, value })),
      );
      if (!isKnown) unexplained.push({ link, fault, linted });
    }
    expect(unexplained).toEqual([]);
    expect(refused).toBeGreaterThan(COUNT / 5);
  },
);

test('the linter takes qualifiers before the key for the stem of an address, and the core does not', () => {
  const stem = 'https://id.example.com/10/LOT7';
  const link = formatDigitalLink(stem, { path: [['01', '09506000134352']], attributes: [] });
  expect(lintDigitalLink(link)).toBeNull();
  expect(parseDigitalLink(new URL(link).pathname, '')).toMatchObject({
    ok: true,
    value: { path: [['01', '09506000134352']] },
  });
});
