import type { ShortCode } from '../links/short-code.ts';
import { err, type Result } from '../result.ts';
import { type DigitalLink, formatElement, isPrimaryKey, parseDigitalLink } from './digital-link.ts';
import type { ElementFault } from './element.ts';
import { findIdentifier } from './identifiers.ts';

/** The name of a code in short links: `01/09506000134352/10/LOT7`. */
export function toPrintedName({ path }: Pick<DigitalLink, 'path'>): ShortCode {
  return path.map(formatElement).join('/') as ShortCode;
}

/** Reads such a name, which has no prefix before its key. */
export function readPrintedName(text: string): Result<DigitalLink, ElementFault> {
  const link = parseDigitalLink(`/${text}`, '');
  if (!link.ok) return link;
  const isWhole = text.split('/').length === 2 * link.value.path.length;
  return isWhole ? link : err({ ai: '', reason: 'no_primary_key' });
}

/** Whether a path may be meant as such a name: it begins with a primary key. */
export function beginsWithKey(path: string): boolean {
  return isPrimaryKey(path.split('/', 1)[0] ?? '');
}

/** The primary keys that a symbol holds: of its path, and of its query. */
export function listKeys({ path, attributes }: DigitalLink): DigitalLink[] {
  const keys = [...path, ...attributes].filter(([ai]) => isPrimaryKey(ai));
  return keys.map((key) => ({ path: [key], attributes: [] }));
}

/** The primary key from its company prefix on: without the extension digit of an SSCC, the indicator digit of a GTIN. */
export function toCompanyPart({ path: [key = ['', '']] }: Pick<DigitalLink, 'path'>): string {
  const [ai, value] = key;
  let start = 0;
  for (const { rules, most } of findIdentifier(ai)?.components ?? []) {
    if (rules.includes('gcppos1')) return value.slice(start);
    if (rules.includes('gcppos2')) return value.slice(start + 1);
    start += most;
  }
  return value;
}
