import { toRelation } from './link-types.ts';
import type { Level, TypedLink } from './typed-link.ts';

export const LINKSET_TYPE = 'application/linkset+json';

/**
 * The linkset of an item and of the levels above it (RFC 9264 §4.2; GS1 Conformant Resolver 1.2 §7, whose schema refuses any other member).
 * @param root without a slash at its end
 * @param levels the most specific first, whose default links alone lead anywhere; null for one that shows none of its links
 */
export function toLinkset(root: string, levels: readonly (Level | null)[]): object {
  return { linkset: levels.flatMap((level, i) => (level ? toContext(root, level, i === 0) : [])) };
}

function toContext(root: string, { path, description, target, links }: Level, isFirst: boolean): object {
  return {
    anchor: root + path,
    itemDescription: description,
    ...(target && { [toRelation('defaultLink')]: [toMember({ ...BARE, ...target, title: description })] }),
    ...Object.fromEntries(
      [...Map.groupBy(links, ({ type }) => type)]
        .filter(([type, ofType]) => type !== 'defaultLinkMulti' || (isFirst && ofType.length > 1))
        .map(([type, ofType]) => [toRelation(type), ofType.map(toMember)]),
    ),
  };
}

const BARE = { languages: [], mediaType: null, contexts: [] };

function toMember({
  href,
  title,
  languages,
  mediaType,
  contexts,
  forwardsQuery,
}: Omit<TypedLink, 'type'>): object {
  return {
    href,
    title,
    ...(languages.length > 0 && { hreflang: languages }),
    ...(mediaType !== null && { type: mediaType }),
    ...(contexts.length > 0 && { context: contexts }),
    ...(!forwardsQuery && { fwqs: false }),
  };
}
