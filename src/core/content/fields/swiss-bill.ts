import { isQRIBAN } from 'ibantools';
import { rightQrReference } from '../payments/check-digits.ts';
import {
  readAmount,
  readCountry,
  readCreditorReference,
  readSwissIban,
  readSwissText,
} from '../payments/read-payment.ts';
import type { FieldFault } from './field-fault.ts';
import { defineContent, type FieldProblem, optional, required, type ValuesOf } from './field.ts';

/** Of the message and the billing information together (§4.2.2). */
const LONGEST_TEXTS = 140;

/** Of each of the two lines (§4.2.2). */
const LONGEST_PROCEDURE = 100;

/** What version 25 holds at level M, the largest that the guidelines have (§6.2). */
const LONGEST_BYTES = 997;

const PARTY = {
  name: required.line('Of the person or the company.', { longest: 70, read: readSwissText }),
  street: optional.line('Without the number.', { longest: 70, read: readSwissText }),
  building: optional.line('The number in the street.', { longest: 16, read: readSwissText }),
  zip: required.line('The post code, without the country.', { longest: 16, read: readSwissText }),
  city: required.line('The town.', { longest: 35, read: readSwissText }),
  country: required.line('Two letters of ISO 3166-1, as in `CH`.', { longest: 2, read: readCountry }),
};

const FIELDS = {
  creditor: required.group('Who is paid.', PARTY),
  debtor: optional.group('Who pays.', PARTY),
  iban: required.line('The account that is paid: an IBAN of CH or LI, with spaces or without.', {
    longest: 26,
    read: readSwissIban,
  }),
  amount: optional.line('With a point, as in `50.00`: 0.01 to 999999999.99.', {
    longest: 12,
    read: readAmount,
  }),
  currency: optional.choice('The currency.', ['CHF', 'EUR']),
  reference: optional.line(
    '27 digits with a QR-IBAN, or a creditor reference (ISO 11649) with another IBAN.',
    {
      longest: 33,
      read: readReference,
    },
  ),
  message: optional.line('For the person who pays.', { longest: 140, read: readSwissText }),
  billing_information: optional.line('For the software of the person who pays, as in `//S1/10/10201409`.', {
    longest: 140,
    read: readSwissText,
  }),
  alternative_procedures: optional.lines(
    'For other ways to pay: up to two lines of 100 characters, as in `eBill/B/peter@example.com`.',
    { longest: 201, read: readProcedures },
  ),
};

type Bill = ValuesOf<typeof FIELDS>;

/** A Swiss QR-bill (Swiss Implementation Guidelines QR-bill 2.3). */
export const swissBill = defineContent({
  fields: FIELDS,
  example: {
    creditor: {
      name: 'Max Muster & Söhne',
      street: 'Musterstrasse',
      building: '123',
      zip: '8000',
      city: 'Seldwyla',
      country: 'CH',
    },
    iban: 'CH6431961000004421557',
    amount: '50.00',
    currency: 'CHF',
    reference: '000008207791225857421286694',
    message: 'Payment of travel',
  },
  mainField: 'message',
  check: (bill) => {
    const { iban, reference, message, billing_information: billing } = bill;
    const fault = findReferenceFault(iban, reference);
    if (fault) return [{ field: 'reference', fault }];
    const zips = [...findZipProblems('creditor', bill.creditor), ...findZipProblems('debtor', bill.debtor)];
    if (zips.length > 0) return zips;
    const length = message.length + billing.length;
    const longest = LONGEST_TEXTS;
    if (length > longest)
      return [{ field: 'message', fault: { code: 'texts_too_long', values: { length, longest } } }];
    const bytes = new TextEncoder().encode(writeBill(bill)).length;
    if (bytes <= LONGEST_BYTES) return [];
    const values = { bytes, longest: LONGEST_BYTES };
    return [{ field: 'message', fault: { code: 'payment_too_long', values } }];
  },
  compose: writeBill,
  decompose: (target) => {
    const lines = target.split('\n', 35);
    const [tag, version, coding, iban] = lines;
    if (tag !== 'SPC' || version !== '0200' || coding !== '1') return {};
    const [amount, currency] = lines.slice(18);
    const [, reference, message, , billing_information, ...procedures] = lines.slice(27);
    const alternative_procedures = procedures.slice(0, 2).join('\n');
    const parties = { creditor: readParty(lines.slice(4, 11)), debtor: readParty(lines.slice(20, 27)) };
    const texts = { reference, message, billing_information, alternative_procedures };
    return { ...parties, iban, amount, currency, ...texts };
  },
});

/** QR references and QR-IBANs, whose institution is one of 30000 to 31999, go together (§4.2.2). */
function findReferenceFault(iban: string, reference: string): FieldFault | null {
  if (iban === '') return null;
  const hasQrReference = /^\d/.test(reference);
  if (isQRIBAN(iban)) return hasQrReference ? null : { code: 'qr_iban_without_reference', values: {} };
  return hasQrReference ? { code: 'qr_reference_without_iban', values: {} } : null;
}

function readReference(text: string): ReturnType<typeof readCreditorReference> {
  const given = text.replaceAll(/\s/g, '');
  if (/^RF/i.test(given)) return readCreditorReference(given);
  if (!/^(?!0+$)\d{27}$/.test(given)) return { ok: false, error: { code: 'no_swiss_reference', values: {} } };
  const right = rightQrReference(given);
  return given === right
    ? { ok: true, value: given }
    : { ok: false, error: { code: 'check_digits', values: { given, right } } };
}

/** What people write before the digits of a postcode, beside the two letters of its country. */
const SIGNS: Readonly<Record<string, string>> = { CH: 'CH', LI: 'FL', DE: 'D', AT: 'A', FR: 'F', IT: 'I' };

/** A postcode has no country in front of it (§4.2.2). Some countries have letters in their postcodes, so a sign by itself is none. */
function findZipProblems(party: string, address: Bill['debtor']): FieldProblem[] {
  const { zip: given = '', country = '' } = address ?? {};
  if (country === '') return [];
  const sign = SIGNS[country];
  const parts = new RegExp(`^(?:${country}|${sign ?? country})[ -]${sign ? '*' : '+'}(\\d.*)$`, 'i').exec(
    given,
  );
  const right = parts?.[1];
  if (right === undefined) return [];
  return [{ field: `${party}.zip`, fault: { code: 'zip_with_country', values: { given, right } } }];
}

function readProcedures(text: string): ReturnType<typeof readSwissText> {
  const lines = text.split('\n');
  const isFit = lines.length <= 2 && lines.every((line) => line !== '' && line.length <= LONGEST_PROCEDURE);
  if (!isFit) return { ok: false, error: { code: 'no_procedures', values: {} } };
  const refused = lines.map((line) => readSwissText(line)).find((read) => !read.ok);
  return refused ?? { ok: true, value: text };
}

/** §4.2.2. The ultimate creditor is for later use, and empty; so is a debtor who is not known. */
function writeBill(bill: Bill): string {
  const { creditor, debtor, iban, amount, currency, reference, message } = bill;
  const { billing_information: billing, alternative_procedures: procedures } = bill;
  const paid = [...writeParty(creditor), ...writeParty(null), amount && toCents(amount), currency];
  const type = reference === '' ? 'NON' : reference.startsWith('RF') ? 'SCOR' : 'QRR';
  const lines = ['SPC', '0200', '1', iban, ...paid, ...writeParty(debtor), type, reference, message, 'EPD'];
  return [...lines, billing, procedures].join('\n').trimEnd();
}

/** Always two decimals. */
function toCents(amount: string): string {
  const [francs = '', cents = ''] = amount.split('.');
  return `${francs}.${cents.padEnd(2, '0')}`;
}

/** Addresses are structured (`S`): the other kind ended in 2025. */
function writeParty(party: Bill['debtor']): string[] {
  if (!party) return Array.from({ length: 7 }, () => '');
  return ['S', party.name, party.street, party.building, party.zip, party.city, party.country];
}

function readParty([type, name, street, building, zip, city, country]: readonly string[]) {
  return type === '' ? null : { name, street, building, zip, city, country };
}
