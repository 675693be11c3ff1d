import {
  readAmount,
  readBic,
  readCreditorReference,
  readEpcText,
  readPurpose,
  readSepaIban,
} from '../payments/read-payment.ts';
import { defineContent, optional, required } from './field.ts';

/** EPC069-12 v2.1 §3. */
const LONGEST_BYTES = 331;

/** A SEPA credit transfer that a banking app fills in (EPC069-12 v2.1): GiroCode, Stuzza, scan-to-pay. */
export const epc = defineContent({
  fields: {
    name: required.line('Who is paid.', { longest: 70, read: readEpcText }),
    iban: required.line('The account that is paid, with spaces or without.', {
      longest: 42,
      read: readSepaIban,
    }),
    bic: optional.line('Of its bank: needed only outside the European Economic Area.', {
      longest: 11,
      read: readBic,
    }),
    amount: optional.line('In euros with a point, as in `12.30`: 0.01 to 999999999.99.', {
      longest: 12,
      read: readAmount,
    }),
    reference: optional.line(
      'A creditor reference (ISO 11649), as in `RF18539007547034`. Not beside a text.',
      {
        longest: 31,
        read: readCreditorReference,
      },
    ),
    text: optional.line('What the payment is for. Not beside a reference.', {
      longest: 140,
      read: readEpcText,
    }),
    purpose: optional.line('Four letters of ISO 20022, as in `CHAR`.', { longest: 4, read: readPurpose }),
    information: optional.line('For the payer, not part of the payment.', { longest: 70, read: readEpcText }),
  },
  example: {
    name: 'Red Cross of Belgium',
    iban: 'BE72000000001616',
    bic: 'BPOTBEB1',
    amount: '1',
    text: 'Urgency fund',
    purpose: 'CHAR',
    information: 'Sample EPC QR Code',
  },
  mainField: 'text',
  check: (values) => {
    const { reference, text } = values;
    if (reference !== '' && text !== '')
      return [{ field: 'text', fault: { code: 'reference_and_text', values: {} } }];
    const bytes = new TextEncoder().encode(writeTransfer(values)).length;
    if (bytes <= LONGEST_BYTES) return [];
    const field = text === '' ? 'information' : 'text';
    return [{ field, fault: { code: 'payment_too_long', values: { bytes, longest: LONGEST_BYTES } } }];
  },
  compose: writeTransfer,
  decompose: (target) => {
    const [tag, version, characters, kind, ...lines] = target.split('\n', 13);
    if (tag !== 'BCD' || !/^00[12]$/.test(version ?? '') || characters !== '1' || kind !== 'SCT') return {};
    const [bic, name, iban, amount = '', purpose, reference, text, information] = lines;
    return { name, iban, bic, amount: amount.replace(/^EUR/, ''), reference, text, purpose, information };
  },
});

type Transfer = Readonly<
  Record<'name' | 'iban' | 'bic' | 'amount' | 'reference' | 'text' | 'purpose' | 'information', string>
>;

/** Version 001 demands a BIC, version 002 has none (table 2). Elements at the end that are empty are left out. */
function writeTransfer(values: Transfer): string {
  const { name, iban, bic, amount, reference, text, purpose, information } = values;
  const head = ['BCD', bic === '' ? '002' : '001', '1', 'SCT', bic, name, iban];
  const rest = [amount === '' ? '' : `EUR${amount}`, purpose, reference, text, information];
  return [...head, ...rest].join('\n').trimEnd();
}
