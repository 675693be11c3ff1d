import type { CodeId } from '#core/codes/code-id.ts';
import { toHumanReadable } from '#core/gs1/digital-link.ts';
import type { LinkType } from '#core/gs1/link-types.ts';
import { readPrintedName } from '#core/gs1/printed-name.ts';
import type { TypedLink } from '#core/gs1/typed-link.ts';
import type { Gs1Names } from '#storage/links/gs1-links.ts';
import type { Target } from '../targets/targets.ts';
import { openStores, type Visit } from '../visit.ts';

/** A level of an item that has a code. */
export interface Level {
  /** `01/09506000134352/10/LOT7` */
  readonly path: string;
  readonly codeId: CodeId;
  readonly target: Exclude<Target, string>;
}

/** What is known of an item. */
export interface Levels {
  /** The most specific first. */
  readonly found: readonly Level[];
  /** Whether there are no others: without the database nobody may know. */
  readonly areAll: boolean;
}

/** The level that leads, and those of its links that suit the visitor alike; none for its default link. */
export interface Led {
  readonly level: Level;
  readonly links: readonly TypedLink[];
}

/** The levels of an item that have codes, and what those do. */
export async function findLevels({ host, paths }: Gs1Names, visit: Visit): Promise<Levels> {
  const { levels, targets } = visit.resolvers;
  const open = () => openStores(visit);
  const found: Level[] = [];
  let areAll = true;
  for (const [depth, path] of paths.entries()) {
    const level = await levels.find({ host, paths: paths.slice(depth) }, open);
    if (level === 'unknown') break;
    areAll &&= level !== 'unavailable';
    if (level === 'unavailable') continue;
    const { codeId, deeper } = level;
    const target = codeId && (await targets.find(codeId, open));
    areAll &&= target !== 'unavailable';
    if (codeId && target && typeof target !== 'string') found.unshift({ path, codeId, target });
    const next = paths[depth + 1];
    if (deeper && !deeper.some((name) => name === next || name.startsWith(`${next}/`))) break;
  }
  return { found, areAll };
}

/** The typed links of a level, or those of one type. */
export function linksOf({ target }: Level, type?: LinkType): readonly TypedLink[] {
  const links = (target.kind === 'ruled' && target.control.links) || [];
  return type ? links.filter((link) => link.type === type) : links;
}

/** The elements of a level, as they stand below a symbol. */
export function describe({ path }: Level): string {
  const link = readPrintedName(path);
  return link.ok ? toHumanReadable(link.value).join(' ') : path;
}
