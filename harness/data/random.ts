import { createCodeId, CODE_ID_BYTES, type CodeId } from '#core/codes/code-id.ts';

/**
 * All that tests draw at random, so that a failed run can be repeated draw by draw: TEST_SEED=… (vitest.config.ts prints it). Each test file
 * starts a sequence of its own.
 */

let state: number | null = null;

/** Starts the sequence of a text. */
export function startRandom(text: string): void {
  // FNV-1a.
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  state = hash;
}

/** A number from 0 to below 1, by SplitMix32. Benchmarks, which start no sequence, get another one in each run. */
export function random(): number {
  state ??= crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  state = (state + 0x9e3779b9) | 0;
  let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: count }, () => Math.floor(random() * 256));
}

/** 32 hexadecimal digits. */
export function randomHex(): string {
  return Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function randomCodeId(): CodeId {
  return createCodeId(randomBytes(CODE_ID_BYTES));
}
