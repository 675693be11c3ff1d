import { joinLines, upTo } from '../../text.ts';
import { emailTarget } from './email-form.ts';
import { eventTarget } from './event-form.ts';
import { fileTarget } from './file-form.ts';
import { phoneTarget, checkRequiredNumber, toE164 } from './phone-form.ts';
import {
  type TargetFamily,
  defineTarget,
  type FieldProblem,
  missing,
  targetUnless,
  wrong,
} from './target-family.ts';
import { urlTarget } from './url-form.ts';
import { vcardTarget } from './vcard-form.ts';
import { wifiTarget } from './wifi-form.ts';
import type { ContentType } from '../content.ts';

const textTarget = defineTarget(
  ['text'],
  'text',
  ({ text }) =>
    targetUnless(
      [text.trim() === '' ? missing('text', 'Write the text that the code holds.') : null],
      () => text,
    ),
  (text) => ({ text }),
);

/** `SMSTO:` is the form that most scanners know (`sms:` with a body is read in two ways). It has one line. */
const smsTarget = defineTarget(
  ['phone', 'message'],
  'message',
  ({ phone, message }) =>
    targetUnless([checkRequiredNumber(phone)], () => {
      const text = joinLines(message, /[\r\n]/);
      return `SMSTO:${toE164(phone)}${text === '' ? '' : `:${text}`}`;
    }),
  (target) => {
    const rest = target.replace(/^sms(?:to)?:/i, '');
    const phone = upTo(rest, /[:?]/);
    return { phone, message: rest.slice(phone.length).replace(/^:/, '') };
  },
);

/** A `geo:` URI (RFC 5870): phones show the place on a map. */
const geoTarget = defineTarget(
  ['latitude', 'longitude'],
  'latitude',
  ({ latitude, longitude }) =>
    targetUnless(
      [checkDegrees('latitude', latitude), checkDegrees('longitude', longitude)],
      () => `geo:${toDecimal(latitude)},${toDecimal(longitude)}`,
    ),
  (target) => {
    const [latitude, longitude] = target.replace(/^geo:/i, '').split(/[,;?]/);
    return { latitude, longitude };
  },
);

const DEGREES = {
  latitude: {
    most: 90,
    isMissing: 'Give the latitude in degrees.',
    isNoNumber: 'Write the latitude in decimal degrees, as in 52.5163.',
    isTooMuch: 'The latitude is between -90 and 90 degrees.',
  },
  longitude: {
    most: 180,
    isMissing: 'Give the longitude in degrees.',
    isNoNumber: 'Write the longitude in decimal degrees, as in 13.3777.',
    isTooMuch: 'The longitude is between -180 and 180 degrees.',
  },
} as const;

function checkDegrees(field: keyof typeof DEGREES, text: string): FieldProblem | null {
  const degrees = toDecimal(text);
  const { most, isMissing, isNoNumber, isTooMuch } = DEGREES[field];
  if (degrees === '') return missing(field, isMissing);
  if (!/^-?\d{1,3}(\.\d{1,15})?$/.test(degrees)) return wrong(field, isNoNumber);
  return Math.abs(Number(degrees)) > most ? wrong(field, isTooMuch) : null;
}

/** With a decimal point, even if people type a comma. */
function toDecimal(text: string): string {
  return text.trim().replace(/^\+/, '').replace(',', '.').replace('−', '-');
}

export type { FieldProblem } from './target-family.ts';
export { WIFI_SECURITIES } from './wifi-form.ts';

/**
 * Builds each type of content from the fields of a small form, so that people need not know the syntax of a Wi-Fi network or a contact. The
 * result is a target that `parseContent` accepts, unless it is too long or holds control characters; for web addresses, `parseContent`
 * decides.
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
  file: fileTarget,
};
