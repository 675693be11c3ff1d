import { withoutUndefined } from '../without-undefined.ts';

/**
 * What an owner switches on or off for the scans of a code, besides what takes a value: the name here, the field of the interface, and what
 * the field says as long as nobody decides. Stored control has a flag where its field says something else, so that a Worker from before a
 * flag still reads it. Whatever checks, stores, shows, imports or exports control is made from this table.
 */
export const FLAGS = {
  isPaused: { field: 'paused', usual: false },
  /** The target gets the short link's query. */
  forwardsQuery: { field: 'forward_query', usual: false },
  /** Its scans lead on, and nothing of them is stored or counted. */
  isUncounted: { field: 'count_scans', usual: true },
} as const satisfies Record<string, { readonly field: string; readonly usual: boolean }>;

export type FlagName = keyof typeof FLAGS;
export type FlagField = (typeof FLAGS)[FlagName]['field'];
/** Whether each field says something else than usual; an absent one does not. */
export type Flags = { readonly [Name in FlagName]?: boolean };
/** What the fields shall say; an absent one stays. */
export type FlagsRequest = { readonly [Field in FlagField]?: boolean | undefined };

export const FLAG_NAMES = Object.keys(FLAGS) as FlagName[];
export const FLAG_FIELDS: readonly FlagField[] = FLAG_NAMES.map((name) => FLAGS[name].field);

/** Something for each field. */
export function mapFlagFields<T>(
  make: (field: FlagField, name: FlagName) => T,
): Readonly<Record<FlagField, T>> {
  const made = FLAG_NAMES.map((name) => [FLAGS[name].field, make(FLAGS[name].field, name)]);
  return Object.fromEntries(made) as Record<FlagField, T>;
}

/** What the fields say. */
export function readFlags(flags: Flags): Readonly<Record<FlagField, boolean>> {
  return mapFlagFields((_, name) => FLAGS[name].usual !== (flags[name] ?? false));
}

/** The flags after a change, as they are stored. */
export function switchFlags(current: Flags, request: FlagsRequest): Flags {
  const said = { ...readFlags(current), ...withoutUndefined(request) };
  const unusual = FLAG_NAMES.filter((name) => said[FLAGS[name].field] !== FLAGS[name].usual);
  return Object.fromEntries(unusual.map((name) => [name, true]));
}
