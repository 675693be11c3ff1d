import { explainPhoneNumber, findTrunkPrefix, parsePhoneNumber } from '../phone.ts';
import { defineTarget, type FieldProblem, missing, targetUnless, wrong } from './target-family.ts';

/** Adds `tel:`, so that phones offer to dial. */
export const phoneTarget = defineTarget(
  ['phone'],
  'phone',
  ({ phone }) => targetUnless([checkRequiredNumber(phone)], () => `tel:${toE164(phone)}`),
  (target) => ({ phone: target.replace(/^tel:/i, '') }),
);

export function checkRequiredNumber(phone: string): FieldProblem | null {
  return phone.trim() === '' ? missing('phone', 'Give the phone number.') : checkNumber(phone);
}

/** An empty number has no problem. */
export function checkNumber(phone: string): FieldProblem | null {
  const number = phone.trim();
  if (number === '' || parsePhoneNumber(number) !== null) return null;
  return wrong('phone', explainPhoneNumber(findTrunkPrefix(number)));
}

/** Takes a number that `checkNumber` passed. */
export function toE164(phone: string): string {
  return parsePhoneNumber(phone.trim()) ?? '';
}
