import { toPublicId } from './code-id.ts';
import { readNameOfUrl } from '../files/stored-file.ts';
import type { QrCode } from './qr-code.ts';
import { toHumanReadable } from '../gs1/digital-link.ts';
import { summarizeTarget } from '../content/summarize.ts';

/** The stylesheet cuts summaries at the end of the line; longer ones than this are not even sent. */
const LONGEST_SUMMARY = 200;

/** The name of a code on every page: its title, otherwise what it identifies or a summary of its target, otherwise its id. */
export function nameCode(code: QrCode): string {
  const { title, gs1, codeId } = code;
  if (gs1 && title === null) return toHumanReadable({ path: gs1.path, attributes: [] }).join(' ');
  return title ?? (summarizeCode(code) || toPublicId(codeId));
}

/** A file is known by its name, which its address ends in. */
export function summarizeCode({
  type,
  target,
  redirectTo,
}: Pick<QrCode, 'type' | 'target' | 'redirectTo'>): string {
  const isNamed = type === 'file' && redirectTo !== null;
  const characters = [...(isNamed ? readNameOfUrl(redirectTo) : summarizeTarget(type, target))];
  return characters.length > LONGEST_SUMMARY
    ? `${characters.slice(0, LONGEST_SUMMARY).join('')}…`
    : characters.join('');
}
