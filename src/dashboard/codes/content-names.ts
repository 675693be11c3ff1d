import { type ContentType, leadsToUrl } from '#core/content/content.ts';
import { type PlainMessage, say } from '#languages/say.ts';

export const CONTENT_NAMES: Readonly<Record<ContentType, PlainMessage>> = {
  url: 'Web address',
  text: 'Text',
  email: 'E-mail',
  phone: 'Phone',
  sms: 'SMS',
  wifi: 'Wi-Fi',
  geo: 'Place',
  vcard: 'Contact',
  event: 'Event',
  file: 'File',
  epc: 'Bank transfer (GiroCode)',
  swiss_bill: 'Swiss QR-bill',
  gs1: 'Product (GS1)',
};

/** What a scan of a dynamic code does with what it holds, and the button that changes it. */
export function wordsOfScan(type: ContentType): { readonly does: string; readonly change: string } {
  if (leadsToUrl(type)) return { does: say('Leads to'), change: say('Change target') };
  if (type === 'file') return { does: say('Opens'), change: say('Change file') };
  return { does: say('Shows'), change: say('Change content') };
}
