import { emailTarget } from './compose-target/email.ts';
import { eventTarget } from './compose-target/event.ts';
import { geoTarget } from './compose-target/geo.ts';
import { phoneTarget } from './compose-target/phone.ts';
import { smsTarget } from './compose-target/sms.ts';
import type { TargetFamily } from './compose-target/target-family.ts';
import { textTarget } from './compose-target/text.ts';
import { urlTarget } from './compose-target/url.ts';
import { vcardTarget } from './compose-target/vcard.ts';
import { wifiTarget } from './compose-target/wifi.ts';
import type { ContentType } from './content.ts';

export type { FieldProblem } from './compose-target/target-family.ts';
export { WIFI_SECURITIES } from './compose-target/wifi.ts';

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
