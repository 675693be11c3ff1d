/**
 * The texts by which an account knows its codes, and which nobody who scans one sees: their names here, and in the interface. Whatever
 * stores, compares, records, counts, imports or exports codes is made from this table.
 */
export const OWN_TEXTS = { title: 'title', externalId: 'external_id' } as const;

export type OwnTextName = keyof typeof OWN_TEXTS;
export type OwnTextField = (typeof OWN_TEXTS)[OwnTextName];
export type OwnTexts = { readonly [Name in OwnTextName]: string | null };
/** An absent text stays unchanged; null clears it. */
export type OwnTextsRequest = { readonly [Name in OwnTextName]?: string | null | undefined };

export const OWN_TEXT_NAMES = Object.keys(OWN_TEXTS) as OwnTextName[];
export const OWN_TEXT_FIELDS: readonly OwnTextField[] = Object.values(OWN_TEXTS);

/** Something for each of the texts, by its name here. */
export function mapOwnTexts<T>(make: (name: OwnTextName, field: OwnTextField) => T) {
  const made = OWN_TEXT_NAMES.map((name) => [name, make(name, OWN_TEXTS[name])]);
  return Object.fromEntries(made) as { readonly [Name in OwnTextName]: T };
}

/** The texts by their names here, from those of the interface. */
export function readOwnTexts<T>(fields: { readonly [Field in OwnTextField]?: T }) {
  return mapOwnTexts((_, field) => fields[field] as T);
}

/** The texts by their names in the interface. */
export function writeOwnTexts(texts: OwnTexts) {
  const fields = OWN_TEXT_NAMES.map((name) => [OWN_TEXTS[name], texts[name]]);
  return Object.fromEntries(fields) as { readonly [Field in OwnTextField]: string | null };
}

/** The texts that are left of an object. Does not compile while it has other fields, so that nobody adds one without coming here. */
export function requireOwnTexts<Rest extends OwnTextsRequest>(
  rest: Rest & Record<Exclude<keyof Rest, OwnTextName>, never>,
): OwnTextsRequest {
  return rest;
}

/** The wanted texts that differ from the current ones. */
export function changedTexts(current: OwnTexts, wanted: OwnTextsRequest): OwnTextsRequest {
  const changed = OWN_TEXT_NAMES.filter((name) => ![undefined, current[name]].includes(wanted[name]));
  return Object.fromEntries(changed.map((name) => [name, wanted[name]]));
}
