import { describe, expect, test } from 'vitest';
import { TARGET_FAMILIES } from '#core/content/forms/forms.ts';
import { parseContent, type ContentType } from '#core/content/content.ts';
import { draw } from '#harness/symbols/draw.ts';
import { readSymbol } from '#harness/symbols/read-symbol.ts';

const FORMS: Record<ContentType, Record<string, string>> = {
  url: { url: 'example.com/menu' },
  text: { text: 'Grüße\naus Köln 🎄' },
  email: { email: 'jane@example.com', subject: 'Hello & bye', message: 'first\nsecond' },
  phone: { phone: '+49 30 123456' },
  sms: { phone: '+49 30 123456', message: 'Bin gleich da: fünf Minuten' },
  wifi: { network: 'Caf;e "Zur Post"', security: 'WPA', password: 'p:a;s,s"w\\ord', hidden: 'on' },
  geo: { latitude: '52.5163', longitude: '13.3777' },
  vcard: {
    name: 'Jane Müller',
    organisation: 'Doe, Roe & Co',
    phone: '+49 30 123456',
    address: 'Linden 1\nBerlin',
  },
  event: { event_title: 'Concert; loud', start_date: '2026-12-31', start_time: '20:00', end_time: '22:00' },
  file: { file: 'file_3f9a1c5e7b2d8046' },
};

describe('what a reader finds in the symbol of a filled-in form', () => {
  test.each(Object.entries(FORMS))('of a %s is what was put together', async (type, fields) => {
    const composed = TARGET_FAMILIES[type as ContentType].compose((field) => fields[field] ?? '');
    if (!composed.ok) throw new Error(composed.error[0]?.message);
    const parsed = parseContent(type as ContentType, composed.value, { shortLinkHost: 'go.example.com' });
    if (!parsed.ok) throw new Error(parsed.error.fault.code);
    const { png } = await draw(parsed.value.symbolContent);
    expect((await readSymbol(png)).bytes).toEqual(new TextEncoder().encode(composed.value));
  });
});
