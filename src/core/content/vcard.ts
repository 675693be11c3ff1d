import type { ContentProblem, StaticContent } from './static-content.ts';
import { err, ok, type Result } from '../result.ts';
import { parsePropertyLines, type PropertyLine } from './property-lines.ts';

/** One vCard of version 3.0 (RFC 2426) or 4.0 (RFC 6350) with the properties that its version requires. */
export function parseVcard(target: string): Result<StaticContent, ContentProblem> {
  const lines = parsePropertyLines(target);
  const message = lines.ok ? findProblem(lines.value) : lines.error;
  return message === null
    ? ok({ symbolContent: target, redirectTo: null })
    : err({ code: 'invalid_vcard', message });
}

function findProblem(lines: readonly PropertyLine[]): string | null {
  const begins = lines.filter(({ name }) => name === 'BEGIN');
  if (begins.length !== 1 || begins[0]?.value.toUpperCase() !== 'VCARD') {
    return 'The target is one vCard: it starts with BEGIN:VCARD, ends with END:VCARD, and has nothing nested.';
  }
  const version = valueOf(lines, 'VERSION');
  if (version !== '3.0' && version !== '4.0') {
    return `VERSION is ${version === '' ? 'missing' : `"${version}"`}; it is 3.0 or 4.0.`;
  }
  // RFC 6350 §6.7.9.
  if (version === '4.0' && lines[1]?.name !== 'VERSION')
    return 'In a vCard 4.0, VERSION comes right after BEGIN:VCARD.';
  if (valueOf(lines, 'FN') === '') return 'FN, the name to show, is missing.';
  // RFC 2426 §3.1.2; in 4.0 N is optional.
  if (version === '3.0' && valueOf(lines, 'N') === '') {
    return 'N, the structured name, is missing; vCard 3.0 requires it, as in N:Doe;Jane;;;.';
  }
  return null;
}

function valueOf(lines: readonly PropertyLine[], name: string): string {
  return lines.find((line) => line.name === name)?.value.trim() ?? '';
}
