import { parseAcceptHeader } from '../http/accept-header.ts';
import type { TypedLink } from './typed-link.ts';

/** What a request says about the link that it wants. */
export interface Wish {
  readonly context: string | null;
  readonly acceptLanguage: string | null;
  readonly accept: string | null;
}

/** What says for whom a link is. */
export type Choosable = Pick<TypedLink, 'languages' | 'mediaType' | 'contexts'>;

/** Of each header: the longest ones of browsers have fewer, and each costs a look at every link. */
const MOST_WISHES = 20;

/**
 * The links that suit a request best (GS1 Conformant Resolver 1.2 §6): by context, then by language among those of a type that it
 * reads, because a person cannot read what is for machines, then by media type. Where none has the type or the language, those that are for everybody, and otherwise those that are like the
 * first one. Several are equally good. None if all are for other contexts.
 */
export function chooseLinks<Link extends Choosable>(
  links: readonly Link[],
  { context, acceptLanguage, accept }: Wish,
): readonly Link[] {
  const isFor = (known: string) => known === context;
  const open =
    context === null ? links : links.filter(({ contexts }) => contexts.length === 0 || contexts.some(isFor));
  const byContext = pick(open, (link) => link.contexts, [isFor]);
  const types = parseAcceptHeader(accept).slice(0, MOST_WISHES).flatMap(matchMediaType);
  const typeOf = ({ mediaType }: Link) => (mediaType === null ? [] : [mediaType]);
  const readable = byContext.filter(
    (link) => types.length === 0 || typeOf(link).every((known) => types.some((isMatch) => isMatch(known))),
  );
  const languages = parseAcceptHeader(acceptLanguage).slice(0, MOST_WISHES).flatMap(matchLanguage);
  const byLanguage = pick(readable.length > 0 ? readable : byContext, (link) => link.languages, languages);
  return pick(byLanguage, typeOf, types);
}

/** The bare default link, beside which the owner may offer others for some visitors. */
const BARE: Choosable = { languages: [], mediaType: null, contexts: [] };

/** The links that suit a request for the default link better than the target does; none if that is best. */
export function chooseDefaultLinks<Link extends Pick<TypedLink, 'type'> & Choosable>(
  links: readonly Link[],
  wish: Wish,
): readonly Link[] {
  const others = links.filter(({ type }) => type === 'defaultLinkMulti');
  const isBare = others.length === 0 || chooseLinks<Choosable>([...others, BARE], wish).includes(BARE);
  return isBare ? [] : chooseLinks(others, wish);
}

type Match = (known: string) => boolean;

/** The links with the first value that a match finds; else those without values; else those with the first value of all. */
function pick<Link>(
  links: readonly Link[],
  valuesOf: (link: Link) => readonly string[],
  matches: readonly Match[],
): readonly Link[] {
  const values = links.flatMap(valuesOf);
  const withValue = (value: string | undefined) =>
    links.filter((link) => valuesOf(link).some((known) => known === value));
  for (const isMatch of matches) {
    const value = values.find(isMatch);
    if (value !== undefined) return withValue(value);
  }
  const forAll = links.filter((link) => valuesOf(link).length === 0);
  return forAll.length > 0 ? forAll : withValue(values[0]);
}

/** A tag, then its language for every region, then for another one (RFC 4647 §3.4). `*` says nothing. */
function matchLanguage(tag: string): Match[] {
  if (tag === '*') return [];
  const [language] = tag.split('-', 1);
  return [
    (known) => known.toLowerCase() === tag,
    (known) => known === language,
    (known) => known.split('-', 1)[0] === language,
  ];
}

/** A media type, or all of a kind; anything else says nothing. */
function matchMediaType(range: string): Match[] {
  if (!/^[^\s/*]+\/(?:[^\s/*]+|\*)$/.test(range)) return [];
  if (range.endsWith('/*')) return [(known) => known.toLowerCase().startsWith(range.slice(0, -1))];
  return [(known) => known.toLowerCase() === range];
}
