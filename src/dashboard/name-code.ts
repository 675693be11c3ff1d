import { toPublicId } from '../core/code-id.ts';
import type { QrCode } from '../core/qr-code.ts';
import { summarizeTarget } from '../core/summarize-target.ts';

/** Longer summaries are cut where the screen ends; far longer ones are not even sent. */
const LONGEST_SUMMARY = 200;

/** What a code is called on every page: its title, or what people know its target by; its id where that is nothing. */
export function nameCode(code: QrCode): string {
  return code.title ?? (summarizeCode(code) || toPublicId(code.codeId));
}

export function summarizeCode({ type, target }: Pick<QrCode, 'type' | 'target'>): string {
  const characters = [...summarizeTarget(type, target)];
  return characters.length > LONGEST_SUMMARY
    ? `${characters.slice(0, LONGEST_SUMMARY).join('')}…`
    : characters.join('');
}
