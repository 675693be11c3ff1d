import { upTo } from '../text.ts';
import type { ContentType } from './content.ts';
import { readProperties, unescapeText } from './fields/read-property-lines.ts';
import { readContent } from './readable.ts';
import { readWifiFields } from './wifi.ts';

/** The part of a target by which people recognise it, in one line, for lists. Leaves out a network's password. */
export function summarizeTarget(type: ContentType, target: string): string {
  const summary = findSummary(type, target) ?? target;
  return summary.replaceAll(/\s+/g, ' ').trim();
}

function findSummary(type: ContentType, target: string): string | null {
  switch (type) {
    case 'url':
    case 'text':
    case 'file':
    case 'gs1':
      return target;
    case 'email':
    case 'phone':
    case 'geo':
      return withoutScheme(target);
    case 'sms':
      return upTo(withoutScheme(target), /:/);
    case 'wifi':
      return readWifiFields(target).get('S') ?? 'Wi-Fi network';
    case 'epc':
    case 'swiss_bill':
      return summarizePayment(type, target);
    case 'vcard':
      return unescapeText(readProperties(target)('FN')) || null;
    case 'event':
      return unescapeText(readProperties(target)('SUMMARY')) || null;
  }
}

/** Who is paid, and what for. */
function summarizePayment(type: ContentType, target: string): string | null {
  const payment = readContent(type, target);
  if (payment.kind !== 'payment') return null;
  return [payment.payee, payment.text || payment.reference].filter((part) => part !== '').join(', ');
}

/** `mailto:jane@example.com?subject=Hello` becomes Jane's address. */
function withoutScheme(uri: string): string {
  return upTo(uri.replace(/^(?:mailto|tel|geo|sms|smsto):/i, ''), /\?/);
}
