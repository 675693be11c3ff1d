import { Resvg } from '@cf-wasm/resvg';
import { isSEPACountry } from 'ibantools';
import { SwissQRCode } from 'swissqrbill/svg';
import { describe, expect, test } from 'vitest';
import { parseContent } from '#core/content/content.ts';
import { CONTENT_FIELDS } from '#core/content/fields/content-fields.ts';
import { LATELY_IN_SEPA } from '#core/content/payments/read-payment.ts';
import { composeContent } from '#core/content/fields/read-values.ts';
import { PLAIN_STYLE } from '#core/styles/style.ts';
import { BLACK_ON_WHITE } from '#harness/symbols/colors.ts';
import { readSymbol } from '#harness/symbols/read-symbol.ts';
import { drawSymbol } from '#symbol/draw-symbol.ts';

type Payment = 'epc' | 'swiss_bill';

const lines = (...texts: string[]) => texts.join('\n');
const compose = (type: Payment, fields: object) => composeContent(CONTENT_FIELDS[type], fields);

function textOf(type: Payment, fields: object): string {
  const composed = compose(type, fields);
  if (!composed.ok) throw new Error(JSON.stringify(composed.error));
  return composed.value.target;
}

function faultsOf(type: Payment, fields: object): Record<string, unknown> {
  const composed = compose(type, fields);
  return composed.ok
    ? {}
    : Object.fromEntries(
        composed.error.map(({ field, fault: { code, values } }) => [field, { code, ...values }]),
      );
}

const TRANSFER = { name: 'Verein Linde e.V.', iban: 'DE02120300000000202051' };
const SELDWYLA = {
  name: 'Max Muster & Söhne',
  street: 'Musterstrasse',
  building: '123',
  zip: '8000',
  city: 'Seldwyla',
  country: 'CH',
};
const BILL = { creditor: SELDWYLA, iban: 'CH6431961000004421557', reference: '000008207791225857421286694' };
/** With an IBAN that is no QR-IBAN. */
const PLAIN_BILL = { creditor: SELDWYLA, iban: 'CH5800791123000889012' };

describe('a transfer', () => {
  test('of EPC069-12, annex 1, is written byte for byte', () => {
    const fields = {
      name: 'Red Cross of Belgium',
      iban: 'BE72 0000 0000 1616',
      bic: 'BPOTBEB1',
      amount: '1',
      purpose: 'CHAR',
    };
    const texts = { text: 'Urgency fund', information: 'Sample EPC QR Code' };
    expect(textOf('epc', { ...fields, ...texts })).toBe(
      lines(
        ...[
          'BCD',
          '001',
          '1',
          'SCT',
          'BPOTBEB1',
          'Red Cross of Belgium',
          'BE72000000001616',
          'EUR1',
          'CHAR',
          '',
        ],
        ...['Urgency fund', 'Sample EPC QR Code'],
      ),
    );
  });

  test('has no BIC in version 002, and no empty end', () => {
    expect(textOf('epc', { ...TRANSFER, amount: '12.30', reference: 'rf18 5390 0754 7034' })).toBe(
      lines(
        'BCD',
        '002',
        '1',
        'SCT',
        '',
        'Verein Linde e.V.',
        'DE02120300000000202051',
        'EUR12.30',
        '',
        'RF18539007547034',
      ),
    );
  });

  test.each<[string, object, Record<string, unknown>]>([
    [
      'check digits of an IBAN',
      { iban: 'DE03120300000000202051' },
      { iban: { code: 'check_digits', given: 'DE03120300000000202051', right: 'DE02120300000000202051' } },
    ],
    [
      'length of an IBAN',
      { iban: 'DE0212030000000020205' },
      { iban: { code: 'iban_length', length: 21, right: 22, country: 'DE' } },
    ],
    [
      'check digits of a reference',
      { reference: 'RF19539007547034' },
      { reference: { code: 'check_digits', given: 'RF19539007547034', right: 'RF18539007547034' } },
    ],
    [
      'reference beside a text',
      { reference: 'RF18539007547034', text: 'x' },
      { text: { code: 'reference_and_text' } },
    ],
    ['three decimals', { amount: '1.234' }, { amount: { code: 'no_amount' } }],
    ['amount of nothing', { amount: '0.00' }, { amount: { code: 'amount_out_of_range' } }],
    ['thousand millions', { amount: '1000000000' }, { amount: { code: 'amount_out_of_range' } }],
    ['emoji', { text: 'Tür 😀' }, { text: { code: 'field_character', character: 'U+1F600', position: 4 } }],
    ['malformed purpose', { purpose: 'char' }, { purpose: { code: 'no_purpose' } }],
    ['malformed BIC', { bic: 'ABC' }, { bic: { code: 'no_bic' } }],
  ])('says what is wrong: %s', (_, fields, faults) => {
    expect(faultsOf('epc', { ...TRANSFER, ...fields })).toEqual(faults);
  });

  test('goes to each country that joined SEPA, until the package knows it by itself', () => {
    const ibans = [
      'AL47212110090000000235698741',
      'MD24AG000225100013104168',
      'ME25505000012345678951',
      'MK07250120000058984',
      'RS35260005601001611379',
    ];
    expect(ibans.map((iban) => iban.slice(0, 2))).toEqual(LATELY_IN_SEPA);
    for (const iban of ibans) expect(textOf('epc', { ...TRANSFER, iban })).toContain(`\n${iban}`);
    // Once this fails, take the country out of `LATELY_IN_SEPA`.
    expect(LATELY_IN_SEPA.filter(isSEPACountry)).toEqual([]);
  });

  test('refuses an IBAN of a country outside SEPA', () => {
    const { iban } = faultsOf('epc', { ...TRANSFER, iban: 'BR1800360305000010009795493C1' });
    expect(iban).toMatchObject({ code: 'iban_of_other_country', country: 'BR' });
  });

  test('has at most 331 bytes', () => {
    const most = { ...TRANSFER, name: 'ü'.repeat(70), text: 'ü'.repeat(60) };
    const left = 331 - new TextEncoder().encode(textOf('epc', most)).length;
    const informationOf = (bytes: number) => ({ ...most, information: 'x'.repeat(bytes - 1) });
    expect(left).toBeGreaterThan(1);
    expect(left).toBeLessThan(70);
    expect(new TextEncoder().encode(textOf('epc', informationOf(left)))).toHaveLength(331);
    expect(faultsOf('epc', informationOf(left + 1))).toEqual({
      text: { code: 'payment_too_long', bytes: 332, longest: 331 },
    });
  });
});

describe('a Swiss bill', () => {
  test('is what swissqrbill writes', async () => {
    const cases = [
      { ...BILL, amount: '50', currency: 'CHF', message: 'Payment of travel' },
      {
        ...PLAIN_BILL,
        currency: 'EUR',
        reference: 'RF18539007547034',
        debtor: { ...SELDWYLA, name: 'Şimon Müşter', building: '1' },
      },
      {
        ...PLAIN_BILL,
        currency: 'CHF',
        amount: '1999.95',
        billing_information: '//S1/10/10201409/11/190512',
      },
    ];
    for (const fields of cases) {
      const { creditor, debtor, iban, amount, currency, message, billing_information } =
        fields as typeof fields & Record<string, never>;
      const party = ({ name, street, building, zip, city, country }: typeof SELDWYLA) => ({
        name,
        address: street,
        buildingNumber: building,
        zip,
        city,
        country,
      });
      const peer = new SwissQRCode({
        currency: currency as 'CHF',
        ...(amount ? { amount: Number(amount) } : {}),
        creditor: { ...party(creditor), account: iban },
        ...(debtor ? { debtor: party(debtor) } : {}),
        ...('reference' in fields ? { reference: fields.reference } : {}),
        ...(message ? { message } : {}),
        ...(billing_information ? { additionalInformation: billing_information } : {}),
      });
      const png = (
        await Resvg.async(peer.toString(), { background: 'white', fitTo: { mode: 'width', value: 1000 } })
      )
        .render()
        .asPng();
      expect((await readSymbol(png)).text).toBe(textOf('swiss_bill', fields));
    }
  });

  test.each<[string, object, Record<string, unknown>]>([
    [
      'check digit of a QR reference',
      { ...BILL, reference: '000008207791225857421286695' },
      {
        reference: {
          code: 'check_digits',
          given: '000008207791225857421286695',
          right: '000008207791225857421286694',
        },
      },
    ],
    [
      'QR-IBAN without a reference',
      { ...BILL, reference: '' },
      { reference: { code: 'qr_iban_without_reference' } },
    ],
    [
      'QR-IBAN with a creditor reference',
      { ...BILL, reference: 'RF18539007547034' },
      { reference: { code: 'qr_iban_without_reference' } },
    ],
    [
      'QR reference without a QR-IBAN',
      { ...PLAIN_BILL, reference: BILL.reference },
      { reference: { code: 'qr_reference_without_iban' } },
    ],
    [
      '26 digits',
      { ...BILL, reference: '00000820779122585742128669' },
      { reference: { code: 'no_swiss_reference' } },
    ],
    ['27 zeros', { ...BILL, reference: '0'.repeat(27) }, { reference: { code: 'no_swiss_reference' } }],
    ...[
      ['CH-8000', 'CH', '8000'],
      ['CH 8000', 'CH', '8000'],
      ['ch8000', 'CH', '8000'],
      ['FL-9490', 'LI', '9490'],
      ['D-10115', 'DE', '10115'],
      ['D10115', 'DE', '10115'],
      ['LV-1010', 'LV', '1010'],
    ].map(([zip, country, right]): [string, object, Record<string, unknown>] => [
      `postcode ${zip}`,
      { ...BILL, debtor: { ...SELDWYLA, zip, country } },
      { 'debtor.zip': { code: 'zip_with_country', given: zip, right } },
    ]),
    ...['a\nb\nc', 'a\n\nb', 'x'.repeat(101)].map((text): [string, object, Record<string, unknown>] => [
      'alternative procedures',
      { ...BILL, alternative_procedures: text },
      { alternative_procedures: { code: 'no_procedures' } },
    ]),
    [
      'Greek letter of an alternative procedure',
      { ...BILL, alternative_procedures: 'eBill\nΩ' },
      { alternative_procedures: { code: 'field_character', character: 'U+03A9', position: 0 } },
    ],
    [
      'German account',
      { ...BILL, iban: TRANSFER.iban },
      { iban: { code: 'iban_of_other_country', country: 'DE', countries: ['CH', 'LI'] } },
    ],
    [
      'country in words',
      { ...BILL, creditor: { ...SELDWYLA, country: 'XX' } },
      { 'creditor.country': { code: 'no_country' } },
    ],
    [
      'Greek letter',
      { ...BILL, debtor: { ...SELDWYLA, name: 'Ωmega' } },
      { 'debtor.name': { code: 'field_character', character: 'U+03A9', position: 0 } },
    ],
    [
      'both texts',
      { ...BILL, message: 'x'.repeat(100), billing_information: 'y'.repeat(41) },
      { message: { code: 'texts_too_long', length: 141, longest: 140 } },
    ],
  ])('says what is wrong: %s', (_, fields, faults) => {
    expect(faultsOf('swiss_bill', fields)).toEqual(faults);
  });

  test.each([
    ['VLT 1117', 'MT'],
    ['SW1A 1AA', 'GB'],
    ['AD500', 'AD'],
    ['8000', 'CH'],
    ['D02 X285', 'IE'],
  ])('takes a postcode with letters of its own: %s', (zip, country) => {
    expect(textOf('swiss_bill', { ...BILL, debtor: { ...SELDWYLA, zip, country } })).toContain(`\n${zip}\n`);
  });

  test('has up to two alternative procedures as its last lines, with billing information or without', () => {
    const two = `eBill/B/peter@example.com\n${'x'.repeat(100)}`;
    const end = (fields: object) => textOf('swiss_bill', { ...BILL, ...fields }).split('\nEPD')[1];
    expect(end({})).toBe('');
    expect(end({ alternative_procedures: two })).toBe(`\n\n${two}`);
    expect(end({ alternative_procedures: 'eBill/B/1', billing_information: '//S1' })).toBe(
      '\n//S1\neBill/B/1',
    );
  });

  test('is black and white, at level M in whatever room there is, with its cross', async () => {
    const color = BLACK_ON_WHITE;
    const look = { ...PLAIN_STYLE, hasSwissCross: true };
    for (const message of ['', 'x'.repeat(140)]) {
      const text = textOf('swiss_bill', { ...BILL, message });
      const drawn = await drawSymbol(text, {
        color,
        size: 1024,
        margin: 4,
        errorCorrection: 'M',
        isExactLevel: true,
        title: '',
        look,
      });
      if (!drawn.ok) throw new Error(drawn.error.code);
      const read = await readSymbol(drawn.value.png);
      expect([read.text, read.errorCorrection]).toEqual([text, 'M']);
      expect(drawn.value.version).toBeLessThanOrEqual(25);
    }
  });
});

describe('a text of a payment', () => {
  const parse = (type: Payment, target: string) =>
    parseContent(type, target, { shortLinkHosts: ['go.example.com'] });
  const bill = textOf('swiss_bill', { ...BILL, amount: '50.00' });

  test('is accepted as its standard writes it, whichever its line ends', () => {
    expect(parse('swiss_bill', `${bill.replaceAll('\n', '\r\n')}\r\n`)).toMatchObject({
      value: { symbolContent: bill },
    });
    for (const end of ['//S1', '//S1\neBill/B/1', '\neBill/B/1\nx y'])
      expect(parse('swiss_bill', `${bill}\n${end}`)).toMatchObject({
        value: { symbolContent: `${bill}\n${end}` },
      });
    const transfer = textOf('epc', { ...TRANSFER, amount: '5' });
    const withBic = transfer.replace('SCT\n\n', 'SCT\nBYLADEM1001\n');
    for (const target of [transfer, withBic])
      expect(parse('epc', target)).toMatchObject({ value: { symbolContent: target } });
  });

  test.each<[Payment, string, object]>([
    ['epc', 'Hello', { code: 'no_payment' }],
    [
      'epc',
      lines('BCD', '002', '1', 'SCT', '', '', 'DE02120300000000202051'),
      { code: 'payment_part_missing', values: { field: 'name' } },
    ],
    // Version 002 may have a BIC, 001 must.
    [
      'epc',
      lines('BCD', '001', '1', 'SCT', '', 'x', 'DE02120300000000202051'),
      { code: 'no_payment', values: { type: 'epc' } },
    ],
    [
      'epc',
      lines('BCD', '002', '1', 'SCT', '', 'x'.repeat(71), 'DE02120300000000202051'),
      { code: 'payment_part_too_long' },
    ],
    [
      'epc',
      lines('BCD', '002', '1', 'SCT', '', 'x', 'DE03120300000000202051'),
      { code: 'payment_part', values: { field: 'iban' } },
    ],
    ['swiss_bill', bill.replace('\nS\n', '\nK\n'), { code: 'no_payment' }],
    [
      'swiss_bill',
      bill.replace('\nSeldwyla\n', '\n\n'),
      { code: 'payment_part_missing', values: { field: 'creditor.city' } },
    ],
    ['swiss_bill', bill.replace('50.00', '50'), { code: 'no_payment' }],
    ['swiss_bill', `${bill}\n\na\nb\nc`, { code: 'no_payment' }],
    ['swiss_bill', `${bill}\n\n\nb`, { code: 'no_payment' }],
    [
      'swiss_bill',
      bill.replace('\n8000\n', '\nCH-8000\n'),
      { code: 'payment_part', values: { field: 'creditor.zip' } },
    ],
  ])('of %s is refused where it differs: %j', (type, target, fault) => {
    expect(parse(type, target)).toMatchObject({ error: { fault } });
  });
});
