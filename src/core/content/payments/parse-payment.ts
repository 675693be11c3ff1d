import { err, ok, type Result } from '../../result.ts';
import type { ContentFault } from '../content-fault.ts';
import { CONTENT_FIELDS } from '../fields/content-fields.ts';
import type { Fields } from '../fields/field.ts';
import { composeContent } from '../fields/read-values.ts';
import type { StaticContent } from '../static-content.ts';

/** The text of a payment as its standard writes it: exactly what its fields would make, whichever line ends it has. */
export function parsePayment(
  type: 'epc' | 'swiss_bill',
  target: string,
): Result<StaticContent, ContentFault> {
  const description = CONTENT_FIELDS[type];
  const text = target.replaceAll('\r\n', '\n').trimEnd();
  const parts = description.decompose(text);
  const nothing = err({ code: 'no_payment', values: { type } } as const);
  if (Object.keys(parts).length === 0) return nothing;
  const fault = findTooLong(description.fields, parts);
  if (fault) return err(fault);
  const composed = composeContent(description, parts);
  if (!composed.ok) {
    const [{ field, fault: cause }] = composed.error as [(typeof composed.error)[number]];
    return cause.code === 'required'
      ? err({ code: 'payment_part_missing', values: { field } })
      : err({ code: 'payment_part', values: { field, fault: cause } });
  }
  const { target: written } = composed.value;
  // Version 002 may have a BIC, for which fields make 001: more apps read that.
  const isWritten = text === written || text === written.replace(/^BCD\n001/, 'BCD\n002');
  return isWritten ? ok({ symbolContent: text, redirectTo: null }) : nothing;
}

/** The first part that is too long. In `content`, its schema says so. */
function findTooLong(fields: Fields, parts: object, within = ''): ContentFault | null {
  const values = parts as Readonly<Record<string, unknown>>;
  for (const [name, field] of Object.entries(fields)) {
    const path = within + name;
    const value = values[name] ?? '';
    if (field.kind === 'group') {
      const fault = value === '' ? null : findTooLong(field.fields, value, `${path}.`);
      if (fault) return fault;
    }
    if (!('longest' in field) || typeof value !== 'string' || value.length <= field.longest) continue;
    const { longest } = field;
    return { code: 'payment_part_too_long', values: { field: path, length: value.length, longest } };
  }
  return null;
}
