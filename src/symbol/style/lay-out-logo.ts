import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import type { SymbolProblem } from '#core/codes/new-code-problem.ts';
import { LOGO_SIZE, type LogoFit, type Logo } from '#core/styles/logo.ts';
import { err, ok, type Result } from '#core/result.ts';
import {
  chooseVersion,
  contentTooLong,
  layOutAt,
  NO_LIMIT,
  type SymbolLayout,
  symbolTooLarge,
} from '../encoding/choose-version.ts';
import { LARGEST_VERSION, sideOf } from '../encoding/versions.ts';
import { createDamageOf, findLargestLogo } from './logo-damage.ts';

/** The levels that can repair what a logo covers. */
const LOGO_LEVELS = ['Q', 'H'] as const satisfies readonly ErrorCorrectionLevel[];

/** The symbol grows by at most this many versions: for a logo of size `auto`, until the logo has this share of its side. */
const MOST_VERSIONS_MORE = 3;
const SHARE_WANTED = 0.2;

export interface LogoLayout {
  readonly layout: SymbolLayout;
  readonly fit: LogoFit;
}

/** A symbol that holds the content, with the largest logo that fits it. */
interface Candidate extends LogoLayout {
  readonly side: number;
  readonly share: number;
}

/**
 * Chooses version, level and size for a symbol with a logo that costs readers nothing (`findLargestLogo`). The level is Q or H, whichever
 * leaves more room. For a logo of `auto`, the candidates are the first version that holds the content at Q and the three above it: the
 * smallest in which the logo has a fifth of the side wins, otherwise the one in which it has the most. For a logo of a given size, the
 * first version with room for it wins, up to three above the one that holds the content at H.
 */
export function layOutWithLogo(
  content: Uint8Array,
  wanted: { readonly errorCorrection: ErrorCorrectionLevel; readonly size: Logo['size'] },
  limit = NO_LIMIT,
): Result<LogoLayout, SymbolProblem> {
  const levels = LOGO_LEVELS.filter((level) => wanted.errorCorrection !== 'H' || level === 'H');
  const firsts = levels.map((level) => chooseVersion(content, level)?.version ?? Number.POSITIVE_INFINITY);
  const first = Math.min(...firsts);
  if (first > LARGEST_VERSION)
    return err(contentTooLong(content.length, wanted.errorCorrection === 'H' ? 'H' : 'Q'));
  if (first > limit.symbolVersion) return err(symbolTooLarge(first, limit));
  const candidatesUpTo = (version: number) =>
    listCandidates(content, levels, first, Math.min(version, limit.symbolVersion));
  const { size } = wanted;
  if (size === 'auto') {
    const best = chooseLargest(candidatesUpTo(first + MOST_VERSIONS_MORE));
    return best ? ok(best) : err(noRoom(first));
  }
  // The higher level needs a larger version if the first is too small for it, and has room for larger logos in the versions above that.
  const last = Math.max(...firsts.filter((version) => version <= LARGEST_VERSION));
  const candidates = candidatesUpTo(last + MOST_VERSIONS_MORE);
  const [fitted] = candidates.flatMap((candidate) => fitSize(candidate, size)).toSorted(bySymbolThenDamage);
  if (fitted) return ok(fitted);
  const auto = chooseLargest(candidatesUpTo(first + MOST_VERSIONS_MORE));
  if (!auto) return err(noRoom(first));
  return err(tooLarge(size, candidates, auto));
}

/** The candidates with room for a logo, smallest version first; within a version, the cheaper one first. */
function listCandidates(
  content: Uint8Array,
  levels: readonly ErrorCorrectionLevel[],
  first: number,
  last: number,
): Candidate[] {
  const candidates: Candidate[] = [];
  for (let version = first; version <= Math.min(last, LARGEST_VERSION); version++) {
    const side = sideOf(version);
    const ofVersion = levels.flatMap((level): Candidate[] => {
      const layout = layOutAt(content, version, level);
      const fit = layout && findLargestLogo(version, level, LOGO_SIZE.max * side);
      const share = (fit?.modules ?? 0) / side;
      return layout && fit && share >= LOGO_SIZE.min ? [{ layout, fit, side, share }] : [];
    });
    candidates.push(...ofVersion.sort((a, b) => b.share - a.share || a.fit.damage - b.fit.damage));
  }
  return candidates;
}

/** The first candidate with the wanted share, otherwise the one with the most. */
function chooseLargest(candidates: readonly Candidate[]): Candidate | null {
  const enough = candidates.find(({ share }) => share >= SHARE_WANTED);
  return enough ?? candidates.toSorted((a, b) => b.share - a.share)[0] ?? null;
}

/** The odd number of modules nearest to a share of the side; none if a symbol has no room for it. */
function fitSize({ layout, fit, side }: Candidate, size: number): LogoLayout[] {
  const modules = Math.max(3, 2 * Math.round((size * side - 1) / 2) + 1);
  const damage = modules > fit.modules ? null : createDamageOf(layout.version, layout.level)(modules);
  return damage === null ? [] : [{ layout, fit: { modules, damage } }];
}

function bySymbolThenDamage(a: LogoLayout, b: LogoLayout): number {
  return a.layout.version - b.layout.version || a.fit.damage - b.fit.damage;
}

function tooLarge(size: number, candidates: readonly Candidate[], auto: Candidate): SymbolProblem {
  const sizes = candidates.map(({ share }) => toSize(share));
  if (sizes.length === 0)
    return { code: 'logo_size_impossible', field: 'style.logo', values: { share: toSize(auto.share) } };
  const values = { size, largestSize: Math.max(...sizes) };
  return { code: 'logo_too_large', field: 'style.logo.size', values };
}

function toSize(share: number): number {
  return Math.floor(share * 100) / 100;
}

function noRoom(version: number): SymbolProblem {
  return { code: 'logo_without_room', field: 'style.logo', values: { version } };
}
