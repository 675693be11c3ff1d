import { sha256Hex } from '../bytes/sha256.ts';
import type { CodeId } from '../codes/code-id.ts';
import type { SymbolColor } from './contrast.ts';
import type { ErrorCorrectionLevel } from '../codes/error-correction.ts';
import type { CodeStyle } from './style.ts';

/** The maximum number of renditions of a code. */
export const MAX_RENDITIONS = 20;

/** The settings for the look of a rendition. Its symbol has the same content as the code's. */
export interface RenditionFields {
  readonly style: CodeStyle | null;
  readonly color: SymbolColor;
  readonly size: number;
  readonly margin: number;
}

/** Another pair of images with a code's content. They never change. */
export interface Rendition extends RenditionFields {
  readonly codeId: CodeId;
  /** 32 hexadecimal digits, a hash of everything that its images depend on. */
  readonly hash: string;
  readonly symbolVersion: number;
  readonly errorCorrection: ErrorCorrectionLevel;
  readonly createdAtMs: number;
}

const HASH_DIGITS = 32;

/** Names a rendition by its content: the same symbol with the same fields gets the same name. */
export async function hashRendition(
  content: string,
  level: ErrorCorrectionLevel,
  { style, color, size, margin }: RenditionFields,
): Promise<string> {
  const decisive = [
    content,
    level,
    sorted(style),
    color.dark.toLowerCase(),
    color.light.toLowerCase(),
    size,
    margin,
  ];
  const digest = await sha256Hex(new TextEncoder().encode(JSON.stringify(decisive)));
  return digest.slice(0, HASH_DIGITS);
}

/** The same value, with sorted object keys. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}

/** `rnd_` and its hash. */
export function toRenditionId({ hash }: Pick<Rendition, 'hash'>): string {
  return `rnd_${hash}`;
}

/** The hash in an id; null if it is none. */
export function parseRenditionId(text: string): string | null {
  return /^rnd_([0-9a-f]{32})$/.exec(text)?.[1] ?? null;
}

/** The name of a rendition's two images. Those of the code itself are named by its id. */
export function toRenditionImage({ codeId, hash }: Pick<Rendition, 'codeId' | 'hash'>): string {
  return `${codeId}/${hash}`;
}
