import { readTypedAddress } from '../hosts/typed-address.ts';
import { checkAddress } from './email-form.ts';
import { checkNumber, toE164 } from './phone-form.ts';
import { readProperties, splitParts, unescapeText } from '../fields/read-property-lines.ts';
import { escapeText, textLine, toObject } from '../fields/write-property-lines.ts';
import { defineTarget, type FieldProblem, missing, targetUnless, wrong } from './target-family.ts';

const FIELDS = ['name', 'organisation', 'job_title', 'phone', 'email', 'website', 'address'] as const;

/** A vCard 3.0 (RFC 2426), which the address books of both kinds of phones read. */
export const vcardTarget = defineTarget(
  FIELDS,
  'name',
  (values) =>
    targetUnless(
      [
        values.name.trim() === '' ? missing('name', 'Give the name of the person or place.') : null,
        checkNumber(values.phone),
        checkAddress(values.email),
        checkWebsite(values.website),
      ],
      () =>
        toObject('VCARD', [
          'VERSION:3.0',
          `N:${toStructuredName(values.name.trim())}`,
          ...textLine('FN', values.name),
          ...textLine('ORG', values.organisation),
          ...textLine('TITLE', values.job_title),
          ...textLine('TEL', toE164(values.phone)),
          ...textLine('EMAIL', values.email.trim().replace(/^mailto:/i, '')),
          // A URI is not a text value, so it is not escaped.
          ...(values.website.trim() === '' ? [] : [`URL:${readTypedAddress(values.website)}`]),
          // RFC 2426 §3.2.1: post office box; extended address; street; … The typed lines take the place of the street.
          ...(values.address.trim() === '' ? [] : [`ADR:;;${escapeText(values.address.trim())};;;;`]),
        ]),
    ),
  (target) => {
    const read = readProperties(target);
    return {
      name: unescapeText(read('FN')),
      organisation: unescapeText(read('ORG')),
      job_title: unescapeText(read('TITLE')),
      phone: unescapeText(read('TEL')),
      email: unescapeText(read('EMAIL')),
      website: read('URL'),
      address: splitParts(read('ADR'))
        .map((part) => unescapeText(part).trim())
        .filter((part) => part !== '')
        .join('\n'),
    };
  },
);

/** Family name; given names; and three parts without a form field. The last word counts as the family name. */
function toStructuredName(name: string): string {
  const words = name.split(/\s+/);
  const family = words.pop() ?? '';
  return `${escapeText(family)};${escapeText(words.join(' '))};;;`;
}

function checkWebsite(website: string): FieldProblem | null {
  const url = readTypedAddress(website);
  return url === '' || (/^https?:\/\/[^\s\\]+$/i.test(url) && URL.canParse(url))
    ? null
    : wrong('website', 'This is not an address of the web: write one as in https://example.com.');
}
