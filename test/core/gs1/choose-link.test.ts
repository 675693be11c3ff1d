import { expect, it } from 'vitest';
import { chooseLinks } from '#core/gs1/choose-link.ts';
import type { TypedLink } from '#core/gs1/typed-link.ts';

function pip(href: string, parts: Partial<TypedLink> = {}): TypedLink {
  return {
    type: 'pip',
    href,
    title: href,
    languages: [],
    mediaType: null,
    contexts: [],
    forwardsQuery: true,
    ...parts,
  };
}

const en = pip('en', { languages: ['en'], mediaType: 'text/html' });
const de = pip('de', { languages: ['de'], mediaType: 'text/html' });
const swiss = pip('de-CH', { languages: ['de-CH'], mediaType: 'text/html' });
const pdf = pip('pdf', { languages: ['en'], mediaType: 'application/pdf' });
const british = pip('en-GB', { languages: ['en-GB'] });
const australian = pip('en-AU', { languages: ['en-AU'] });
const data = pip('data', { mediaType: 'application/ld+json' });
const any = pip('any', { mediaType: 'text/html' });
const de1 = pip('de1', { contexts: ['DE'] });
const fr1 = pip('fr1', { contexts: ['FR'] });

const PHONE = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

it.each([
  { of: [en, de], wants: { acceptLanguage: 'de' }, chosen: [de] },
  { of: [en, de], wants: { acceptLanguage: 'fr;q=0.9, de;q=0.5, en;q=0.4' }, chosen: [de] },
  { of: [en, swiss], wants: { acceptLanguage: 'de-DE,de;q=0.9' }, chosen: [swiss] },
  { of: [en, de, swiss], wants: { acceptLanguage: 'de-CH' }, chosen: [swiss] },
  { of: [en, de, any], wants: { acceptLanguage: 'ja' }, chosen: [any] },
  { of: [en, de], wants: { acceptLanguage: 'ja' }, chosen: [en] },
  { of: [en, de], wants: { acceptLanguage: '*' }, chosen: [en] },
  { of: [en, de, any], wants: {}, chosen: [any] },
  { of: [pdf, en], wants: { acceptLanguage: 'en', accept: PHONE }, chosen: [en] },
  { of: [en, pdf], wants: { accept: 'application/pdf' }, chosen: [pdf] },
  { of: [en, pdf], wants: { accept: 'application/*' }, chosen: [pdf] },
  { of: [en, pdf], wants: { accept: 'undefined' }, chosen: [en] },
  { of: [en, pip('bare')], wants: { accept: 'undefined' }, chosen: [pip('bare')] },
  { of: [de1, fr1], wants: { context: 'FR' }, chosen: [fr1] },
  { of: [de, pip('bare')], wants: { acceptLanguage: 'ja', accept: PHONE }, chosen: [pip('bare')] },
  { of: [en, any, pip('bare')], wants: { accept: PHONE }, chosen: [any] },
  { of: [de1, fr1], wants: { context: 'US' }, chosen: [] },
  { of: [de1, any], wants: { context: 'US' }, chosen: [any] },
  { of: [swiss, de], wants: { acceptLanguage: 'de-DE,de;q=0.9' }, chosen: [de] },
  { of: [british, australian], wants: { acceptLanguage: 'en-US' }, chosen: [british] },
  { of: [de, en, data], wants: { acceptLanguage: 'ja', accept: PHONE }, chosen: [de] },
  {
    of: [de, en, pip('ld', { mediaType: 'application/ld+json', languages: ['en'] })],
    wants: { accept: 'application/ld+json' },
    chosen: [pip('ld', { mediaType: 'application/ld+json', languages: ['en'] })],
  },
  { of: [en, de], wants: { acceptLanguage: 'z,'.repeat(400) + 'de' }, chosen: [en] },
  {
    of: [any, pip('again', { mediaType: 'text/html' })],
    wants: { accept: 'text/html' },
    chosen: [any, pip('again', { mediaType: 'text/html' })],
  },
  { of: [], wants: {}, chosen: [] },
])('chooses the links that suit a request: $wants', ({ of, wants, chosen }) => {
  expect(chooseLinks(of, { context: null, acceptLanguage: null, accept: null, ...wants })).toEqual(chosen);
});
