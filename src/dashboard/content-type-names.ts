import type { ContentType } from '../core/content.ts';

/** What people call the content types. */
export const CONTENT_TYPE_NAMES: Readonly<Record<ContentType, string>> = {
  url: 'Web address',
  text: 'Text',
  email: 'E-mail',
  phone: 'Phone number',
  sms: 'Text message',
  wifi: 'Wi-Fi network',
  geo: 'Place',
  vcard: 'Contact',
  event: 'Event',
};
