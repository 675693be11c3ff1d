import { describe, expect, test } from 'vitest';
import { parseContent, type ContentType } from '#core/content/content.ts';
import { draw } from '#harness/symbols/draw.ts';
import { rasterizeToPng, readSymbol } from '#harness/symbols/read-symbol.ts';

const TARGETS: [ContentType, string, symbolContent?: string][] = [
  ['url', 'https://example.com/menu?table=4#wine'],
  ['url', 'https://exämple.com/menü', 'https://xn--exmple-cua.com/men%C3%BC'],
  ['text', 'Grüße aus Köln 🎄\r\n\t漢字'],
  ['email', 'jane@example.com'],
  ['email', 'mailto:jane@example.com?subject=Hello%20there&body=1%0D%0A2'],
  ['phone', '+49 30 123456', '+4930123456'],
  ['phone', 'tel:+4930123456'],
  ['phone', '+49 30 123456;ext=12', '+4930123456;ext=12'],
  ['sms', '+4930123456'],
  ['sms', 'sms:+4930123456?body=On%20my%20way'],
  ['sms', 'SMSTO:+4930123456:Bin gleich da: fünf Minuten'],
  ['wifi', String.raw`WIFI:T:WPA;S:Caf\;e \"Zur Post\"\, 1\:2\\;P:p\:a\;s\,s\"w\\ord;H:true;;`],
  ['wifi', 'WIFI:T:nopass;S:Freifunk Köln;;'],
  ['wifi', 'WIFI:T:WPA2-EAP;S:eduroam;E:PEAP;PH2:MSCHAPV2;A:anon@example.com;I:jane@example.com;P:secret;;'],
  ['geo', '52.5163,13.3777'],
  ['geo', 'geo:52.5163,13.3777?q=Brandenburg%20Gate'],
  [
    'vcard',
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Müller;Jane;;Dr.;\r\nFN:Dr. Jane Müller\r\nTEL;TYPE="work,voice":+4930123456\r\nEND:VCARD\r\n',
  ],
  [
    'vcard',
    'BEGIN:VCARD\nVERSION:4.0\nFN:Jane Doe\nitem1.EMAIL:jane@example.com\nNOTE:a long\n  note\nEND:VCARD',
  ],
  [
    'event',
    'BEGIN:VEVENT\r\nSUMMARY:Concert\r\nDTSTART;TZID=Europe/Berlin:20261231T200000\r\nDTEND;TZID=Europe/Berlin:20261231T220000\r\nEND:VEVENT',
  ],
  [
    'event',
    'BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//y\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20261231\nSUMMARY:Silvester\nEND:VEVENT\nEND:VCALENDAR',
  ],
];

describe('what a reader finds in the symbol of a target', () => {
  test.each(TARGETS)('of type %s is the target: %j', async (type, target, symbolContent = target) => {
    const parsed = parseContent(type, target, { shortLinkHosts: ['go.example.com'] });
    if (!parsed.ok) throw new Error(parsed.error.fault.code);
    expect(parsed.value.symbolContent).toBe(symbolContent);
    const { png, svg } = await draw(parsed.value.symbolContent);
    const bytes = new TextEncoder().encode(symbolContent);
    expect((await readSymbol(png)).bytes).toEqual(bytes);
    expect((await readSymbol(await rasterizeToPng(svg, 800))).bytes).toEqual(bytes);
  });
});
