import { checkRequiredNumber, toE164 } from './phone-form.ts';
import { defineTarget, targetUnless } from './target-family.ts';

/** `SMSTO:` is what most scanners know (`sms:` with a body is read in two ways). It has one line. */
export const smsTarget = defineTarget(
  ['phone', 'message'],
  'message',
  ({ phone, message }) =>
    targetUnless([checkRequiredNumber(phone)], () => {
      const text = message.trim().replaceAll(/\s*[\r\n]\s*/g, ' ');
      return `SMSTO:${toE164(phone)}${text === '' ? '' : `:${text}`}`;
    }),
  (target) => {
    const [, phone, message] = /^(?:sms(?:to)?:)?([^:?]*):?(.*)$/is.exec(target) ?? [];
    return { phone, message };
  },
);
