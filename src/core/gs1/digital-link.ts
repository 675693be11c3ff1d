import { err, ok, type Result } from '../result.ts';
import { checkElement, type Element, type ElementFault } from './element.ts';
import { findIdentifier } from './identifiers.ts';

/** A GS1 Digital Link: a primary key with its qualifiers in order, which are the path, and attributes, which are the query. */
export interface DigitalLink {
  /** The primary key first. */
  readonly path: readonly Element[];
  readonly attributes: readonly Element[];
}

/** Longer addresses are no Digital Links: a key and its three qualifiers with all characters escaped have fewer in their path. */
const MAX_URI_CHARACTERS = 4_000;

/**
 * Puts elements in order (GS1 Digital Link: URI Syntax 1.6 §4 and §5). The first primary key among them begins the path. An element that is
 * there twice with the same value counts once.
 */
export function arrangeElements(elements: readonly Element[]): Result<DigitalLink, ElementFault> {
  const values = new Map<string, string>();
  for (const [ai, value] of elements) {
    if ((values.get(ai) ?? value) !== value) return err({ ai, reason: 'duplicate' });
    values.set(ai, value);
  }
  const fault = findFault(elements);
  if (fault) return err(fault);
  const key = elements.find(([ai]) => isPrimaryKey(ai));
  if (!key) return err({ ai: elements[0]?.[0] ?? '', reason: 'no_primary_key' });
  const [followers = []] = (findIdentifier(key[0])?.qualifiers ?? [])
    .map((list) => list.filter((ai) => values.has(ai)))
    .toSorted((a, b) => b.length - a.length);
  const path = [key[0], ...followers].map((ai): Element => [ai, values.get(ai) ?? '']);
  const attributes = [...values].filter(([ai]) => !path.some(([placed]) => placed === ai));
  return toLink(path, attributes);
}

function toLink(path: readonly Element[], attributes: readonly Element[]): Result<DigitalLink, ElementFault> {
  const misplaced = attributes.find(([ai]) => !findIdentifier(ai)?.isAttribute);
  if (misplaced) return err({ ai: misplaced[0], reason: 'not_in_query' });
  // Browsers take these out of an address, also as `%2E` (WHATWG URL, path state).
  const lost = path.find(([, value]) => /^\.\.?$/.test(value));
  const expected = 'more than one or two dots, which browsers take out of addresses';
  if (lost) return err({ ai: lost[0], reason: 'value', expected });
  return ok({ path, attributes: knownLengthsFirst(attributes) });
}

/** Whether an identifier may begin the path of a Digital Link. */
export function isPrimaryKey(ai: string): boolean {
  return Boolean(findIdentifier(ai)?.qualifiers);
}

/** Finds which identifier lacks another one, or is there beside one that excludes it. */
export function findAssociationFault({ path, attributes }: DigitalLink): ElementFault | null {
  const ais = [...path, ...attributes].map(([ai]) => ai);
  // `31nn` stands for 3100 to 3199.
  const isOf = (ai: string, pattern: string) => RegExp(`^${pattern.replaceAll('n', '\\d')}$`).test(ai);
  const has = (pattern: string, than?: string) => ais.some((ai) => ai !== than && isOf(ai, pattern));
  for (const ai of ais) {
    const { excluded = [], required = [] } = findIdentifier(ai) ?? {};
    const others = excluded.filter((pattern) => has(pattern, ai));
    if (others.length > 0) return { ai, reason: 'excluded', others };
    const lacking = required.find((groups) => !groups.some((group) => group.every((one) => has(one))));
    if (lacking) return { ai, reason: 'required', others: lacking.map((group) => group.join(' + ')) };
  }
  return null;
}

/**
 * Reads the path and the query of a URI (§4.2). The rightmost primary key counts; what is before it belongs to the root. Other names in the
 * query are no part of the identity. A trailing slash is an empty value: a resolver takes it off before.
 *
 * @param query without its question mark
 */
export function parseDigitalLink(path: string, query: string): Result<DigitalLink, ElementFault> {
  if (path.length + query.length > MAX_URI_CHARACTERS) return err({ ai: '', reason: 'no_primary_key' });
  const read = readPath(path);
  if (!read.ok) return read;
  const attributes = readQuery(query);
  const elements = [...read.value, ...attributes];
  const fault = findFault(elements);
  if (fault) return err(fault);
  const all = elements.map(([ai]) => ai);
  const repeated = all.find((ai, i) => all.indexOf(ai) < i);
  if (repeated !== undefined) return err({ ai: repeated, reason: 'duplicate' });
  const [key = '', ...followers] = all.slice(0, read.value.length);
  const sequences = findIdentifier(key)?.qualifiers ?? [];
  const unfit = followers.find((_, i) => !fits(sequences, followers.slice(0, i + 1)));
  if (unfit !== undefined)
    return err({ ai: unfit, reason: 'qualifiers', others: sequences.map((list) => list.join(', ')) });
  const link = toLink(read.value, attributes);
  const qualifier = attributes.find(([ai]) =>
    [...followers, ai].some((_, at) => fits(sequences, followers.toSpliced(at, 0, ai))),
  );
  return link.ok && qualifier ? err({ ai: qualifier[0], reason: 'belongs_in_path' }) : link;
}

function readPath(path: string): Result<Element[], ElementFault> {
  const segments = path.split('/').slice(1);
  if (segments.at(-1) === '') return err({ ai: segments.at(-2) ?? '', reason: 'empty' });
  const elements: Element[] = [];
  for (let i = segments.length - 2; i >= 0; i -= 2) {
    const [ai = '', value = ''] = segments.slice(i, i + 2);
    if (!findIdentifier(ai))
      return err({ ai, reason: /^\d{2,4}$/.test(ai) ? 'unknown_ai' : 'no_primary_key' });
    elements.unshift([ai, unescape(value)]);
    if (isPrimaryKey(ai)) return ok(elements);
  }
  return err({ ai: '', reason: 'no_primary_key' });
}

function readQuery(query: string): Element[] {
  if (query === '') return [];
  const pairs = query.matchAll(/(?:^|&)(\d+)=([^&]*)/g);
  return Array.from(pairs, ([, ai = '', value = '']) => [ai, unescape(value.replaceAll('+', ' '))]);
}

/** Whether the qualifiers are, in order, some of one of the sequences. */
function fits(sequences: readonly (readonly string[])[], ais: readonly string[]): boolean {
  return sequences.some((sequence) => {
    let at = -1;
    return ais.every((ai) => (at = sequence.indexOf(ai, at + 1)) >= 0);
  });
}

function findFault(elements: readonly Element[]): ElementFault | null {
  return elements.map(checkElement).find((fault) => fault !== null) ?? null;
}

/** In the canonical order, each group as it was (§5.1). */
function knownLengthsFirst(elements: readonly Element[]): Element[] {
  return elements.toSorted(([a], [b]) => Number(hasKnownLength(b)) - Number(hasKnownLength(a)));
}

function hasKnownLength(ai: string): boolean {
  return findIdentifier(ai)?.hasKnownLength === true;
}

/** Each escape is one character: what is outside of ASCII is in no set of GS1, however it was meant. */
function unescape(text: string): string {
  if (!text.includes('%')) return text;
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function escape(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  return text.replaceAll(/[^\w.~-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** An element as it stands in a path: `10/LOT7`. */
export function formatElement([ai, value]: Element): string {
  return `${ai}/${escape(value)}`;
}

/** The canonical URI (§5.1). @param root without a slash at its end: `https://id.example.com` */
export function formatDigitalLink(root: string, { path, attributes }: DigitalLink): string {
  const query = attributes.map(([ai, value]) => `${ai}=${escape(value)}`).join('&');
  return [root, ...path.map(formatElement)].join('/') + (query === '' ? '' : `?${query}`);
}

/** The separator after an element whose length is not known (ISO/IEC 15424: FNC1 in a symbol of GS1). */
export const SEPARATOR = '\u001D';

/** The element string of a symbol, without its first FNC1: elements of a known length first (GS1 General Specifications §7.8.6). */
export function formatElementString({ path, attributes }: DigitalLink): string {
  const elements = knownLengthsFirst([...path, ...attributes]);
  const text = elements.map(([ai, value]) => ai + value + (hasKnownLength(ai) ? '' : SEPARATOR)).join('');
  return text.endsWith(SEPARATOR) ? text.slice(0, -SEPARATOR.length) : text;
}

/** As people read it below a symbol: `(01) 09506000134352 (10) LOT7`, one text for each element. */
export function toHumanReadable({ path, attributes }: DigitalLink): string[] {
  return [...path, ...attributes].map(([ai, value]) => `(${ai}) ${value}`);
}
