import type { ContentType } from '../static-content.ts';
import { email } from './email.ts';
import { epc } from './epc.ts';
import { event } from './event.ts';
import type { ContentDescription, Fields, Values } from './field.ts';
import { geo } from './geo.ts';
import { phone, sms } from './phone.ts';
import { findContent } from './read-values.ts';
import { swissBill } from './swiss-bill.ts';
import { vcard } from './vcard.ts';
import { wifi } from './wifi.ts';

/** The types whose content is one text, without fields. */
type TypeOfText = 'url' | 'text' | 'file' | 'gs1';

export type TypeWithFields = Exclude<ContentType, TypeOfText>;

export const CONTENT_FIELDS: Readonly<Record<TypeWithFields, ContentDescription>> = {
  email,
  phone,
  sms,
  wifi,
  geo,
  vcard,
  event,
  epc,
  swiss_bill: swissBill,
};

/** The description of a type; null if its content is one text. */
export function describeContent(type: ContentType): ContentDescription | null {
  return Object.hasOwn(CONTENT_FIELDS, type) ? CONTENT_FIELDS[type as TypeWithFields] : null;
}

/** The paths of all fields: `ssid`, `creditor.name`. */
export const FIELD_PATHS: readonly string[] = [
  ...new Set(Object.values(CONTENT_FIELDS).flatMap(({ fields }) => listPaths(fields))),
];

function listPaths(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'group' ? listPaths(field.fields).map((path) => `${name}.${path}`) : [name],
  );
}

/** The fields of a text; null if its type has none, or if it holds more than they can. */
export function contentOf(type: ContentType, target: string): Values | null {
  const description = describeContent(type);
  return description && findContent(description, target);
}
