import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseContent } from '#core/content/content.ts';
import { CONTENT_FIELDS, type TypeWithFields } from '#core/content/fields/content-fields.ts';
import type { Field, Fields } from '#core/content/fields/field.ts';
import { composeContent, findContent } from '#core/content/fields/read-values.ts';
import { draw } from '#harness/symbols/draw.ts';
import { readSymbol } from '#harness/symbols/read-symbol.ts';

/** Fields, the picture of what they make, and what a reader finds in it: the same fields. */

/** Texts whose form is their own. */
const FORMED: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'wifi.password': fc.string({ unit: 'grapheme', minLength: 8, maxLength: 16 }),
  'phone.number': fc.constantFrom('+49 30 123456', '+1 (212) 555-0100;ext=12'),
  'sms.to': fc.constantFrom('+49 30 123456', '+12125550100'),
  'vcard.phone': fc.constantFrom('+49 30 123456;ext=1', '+12125550100'),
  'vcard.mobile': fc.constantFrom('+49171123456'),
  'vcard.email': fc.constantFrom('jane@example.com', 'j+q@exämple.com'),
  'vcard.url': fc.constantFrom('example.com/a,b;c', 'https://example.com/?q=1'),
  'email.to': fc.constantFrom('jane@example.com', 'j+q@example.com'),
  'event.starts_at': fc.constantFrom('2026-07-31T20:00', '2026-02-28T00:00:59'),
  'event.ends_at': fc.constantFrom('2026-08-01T00:00'),
};

/** Zones do not come back from the text, which is in UTC. */
const LEFT_OUT: ReadonlySet<string> = new Set(['event.time_zone']);

function arbitraryOf(path: string, field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'choice':
      return fc.constantFrom(...field.options);
    case 'flag':
      return fc.boolean();
    case 'number':
      return fc.double({ min: field.least, max: field.most, noNaN: true });
    case 'group':
      return arbitraryOfAll(`${path}.`, field.fields);
    default:
      return FORMED[path] ?? textOf(field.kind, Math.min(field.longest, 24));
  }
}

function textOf(kind: 'line' | 'lines' | 'exact', longest: number): fc.Arbitrary<string> {
  return fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: longest })
    .map((text) => text.replaceAll(/\p{Cc}/gu, kind === 'lines' ? '\n' : ''));
}

function arbitraryOfAll(prefix: string, fields: Fields): fc.Arbitrary<Record<string, unknown>> {
  const all = Object.entries(fields).filter(([name]) => !LEFT_OUT.has(prefix + name));
  return fc.record(
    Object.fromEntries(all.map(([name, field]) => [name, arbitraryOf(prefix + name, field)])),
    { requiredKeys: all.filter(([, { isRequired }]) => isRequired).map(([name]) => name) },
  );
}

const TYPES = Object.keys(CONTENT_FIELDS) as TypeWithFields[];

describe('what a reader finds in the symbol of a content', () => {
  test.each(TYPES)('of a %s is its fields again', async (type) => {
    const description = CONTENT_FIELDS[type];
    let drawn = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryOfAll(`${type}.`, description.fields), async (input) => {
        const composed = composeContent(description, input);
        if (!composed.ok) return;
        const { target, content } = composed.value;
        const parsed = parseContent(type, target, { shortLinkHost: 'go.example.com' });
        if (!parsed.ok) throw new Error(parsed.error.fault.code);
        const { png } = await draw(parsed.value.symbolContent);
        const { bytes } = await readSymbol(png);
        const read = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
        expect(read).toBe(target);
        expect(findContent(description, read)).toEqual(content);
        drawn++;
      }),
      {
        numRuns: 25,
        examples: [[description.example as Record<string, unknown>]].filter(() => type !== 'event'),
      },
    );
    expect(drawn).toBeGreaterThan(0);
  });
});
