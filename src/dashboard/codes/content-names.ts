import type { ContentType } from '#core/content/content.ts';
import type { PlainMessage } from '#languages/say.ts';

/** The names of the content types for people. */
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
  epc: 'Transfer',
  swiss_bill: 'QR-bill',
};
