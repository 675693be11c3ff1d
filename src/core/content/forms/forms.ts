import { emailTarget } from './email-form.ts';
import { eventTarget } from './event-form.ts';
import { geoTarget } from './geo-form.ts';
import { phoneTarget } from './phone-form.ts';
import { smsTarget } from './sms-form.ts';
import type { TargetFamily } from './target-family.ts';
import { textTarget } from './text-form.ts';
import { urlTarget } from './url-form.ts';
import { vcardTarget } from './vcard-form.ts';
import { wifiTarget } from './wifi-form.ts';
import type { ContentType } from '../content.ts';

export type { FieldProblem } from './target-family.ts';
export { WIFI_SECURITIES } from './wifi-form.ts';

/**
 * How each type of content is put together from the fields of a small form, so that people need not know how a Wi-Fi network or a contact
 * is written. What comes out is a target that `parseContent` accepts, unless it is too long or holds control characters; for addresses of
 * the web, `parseContent` has the last word.
 */
export const TARGET_FAMILIES: Readonly<Record<ContentType, TargetFamily>> = {
  url: urlTarget,
  text: textTarget,
  email: emailTarget,
  phone: phoneTarget,
  sms: smsTarget,
  wifi: wifiTarget,
  geo: geoTarget,
  vcard: vcardTarget,
  event: eventTarget,
};
