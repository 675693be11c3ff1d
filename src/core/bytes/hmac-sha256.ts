const BLOCK_BYTES = 64;
const BLOCK_WORDS = 16;
const STATE_WORDS = 8;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The first 32 fractional bits of the square and the cube roots of the first primes (FIPS 180-4 §4.2.2, §5.3.3). */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(isPrime);
const INITIAL_STATE = Int32Array.from(PRIMES.slice(0, STATE_WORDS), (prime) => fractionOf(Math.sqrt(prime)));
const ROUND_CONSTANTS = Int32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)));

/** The current hash state, shared by all calls: hashing never waits, and allocation would cost a scan more than the computation. */
const state = new Int32Array(STATE_WORDS);
/** The current block, and behind it the words that follow from it. */
const schedule = new Int32Array(64);

/**
 * HMAC-SHA-256 (RFC 2104 over FIPS 180-4) of many short texts under one key; the key's two blocks are hashed once.
 * docs/decisions/visitor-key.md explains why the platform's own is not used.
 */
export class HmacSha256 {
  readonly #inner: Int32Array;
  readonly #outer: Int32Array;

  constructor(key: string) {
    const bytes = toBytes(key);
    const fitting = bytes.length > BLOCK_BYTES ? hash(bytes) : bytes;
    this.#inner = hashKey(fitting, 0x36);
    this.#outer = hashKey(fitting, 0x5c);
  }

  /** The first `characters` of the code's base64url. */
  sign(text: string, characters: number): string {
    state.set(this.#inner);
    finish(toBytes(text), BLOCK_BYTES);
    schedule.set(state);
    state.set(this.#outer);
    schedule[STATE_WORDS] = 0x8000_0000;
    pad(STATE_WORDS + 1, BLOCK_BYTES + 4 * STATE_WORDS);
    return toBase64Url(characters);
  }
}

/** UTF-8, as a text with a character for each byte: most texts are ASCII, and already that. */
function toBytes(text: string): string {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  return /^[\0-\x7f]*$/.test(text) ? text : join(new TextEncoder().encode(text));
}

function join(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** The state after the key's block. */
function hashKey(key: string, mask: number): Int32Array {
  state.set(INITIAL_STATE);
  writeWords(join(Array.from({ length: BLOCK_BYTES }, (_, i) => key.charCodeAt(i) ^ mask)));
  return state.slice();
}

function hash(bytes: string): string {
  state.set(INITIAL_STATE);
  finish(bytes, 0);
  return join(
    Array.from({ length: 4 * STATE_WORDS }, (_, i) => ((state[i >> 2] ?? 0) >>> (24 - 8 * (i & 3))) & 0xff),
  );
}

/** Hashes the blocks that the bytes fill, and writes what is left to the next one, but for the last bytes that fill no word: returns them. */
function writeWords(bytes: string): number {
  let word = 0;
  for (let i = 0; i < bytes.length; i++) {
    word = (word << 8) | bytes.charCodeAt(i);
    if (i % 4 < 3) continue;
    schedule[(i >> 2) % BLOCK_WORDS] = word;
    if (i % BLOCK_BYTES === BLOCK_BYTES - 1) compress();
  }
  return word;
}

/** Hashes the end of a message, behind `bytesBefore`, with the one bit that follows it. */
function finish(bytes: string, bytesBefore: number): void {
  const last = writeWords(bytes);
  const words = (bytes.length >> 2) % BLOCK_WORDS;
  schedule[words] = ((last << 8) | 0x80) << (24 - 8 * (bytes.length % 4));
  pad(words + 1, bytesBefore + bytes.length);
}

/** After so many words of a block: zeros, and the message length in bits as a 64-bit word (FIPS 180-4 §5.1.1). */
function pad(words: number, messageBytes: number): void {
  schedule.fill(0, words, BLOCK_WORDS);
  if (words > BLOCK_WORDS - 2) {
    compress();
    schedule.fill(0, 0, BLOCK_WORDS);
  }
  schedule[BLOCK_WORDS - 1] = 8 * messageBytes;
  compress();
}

/** One block (FIPS 180-4 §6.2.2); the letters are the standard's. Plain assignments: swaps by destructuring take twice the time. */
function compress(): void {
  for (let t = BLOCK_WORDS; t < 64; t++) {
    const x = schedule[t - 15] ?? 0;
    const y = schedule[t - 2] ?? 0;
    const sigma0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const sigma1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    schedule[t] = (schedule[t - 16] ?? 0) + sigma0 + (schedule[t - 7] ?? 0) + sigma1;
  }
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let t = 0; t < 64; t++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t1 = h + sum1 + (g ^ (e & (f ^ g))) + (ROUND_CONSTANTS[t] ?? 0) + (schedule[t] ?? 0);
    const t2 = sum0 + ((a & b) | (c & (a | b)));
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  add(0, a);
  add(1, b);
  add(2, c);
  add(3, d);
  add(4, e);
  add(5, f);
  add(6, g);
  add(7, h);
}

function add(index: number, word: number): void {
  state[index] = (state[index] ?? 0) + word;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function toBase64Url(characters: number): string {
  let text = '';
  for (let bit = 0; text.length < characters; bit += 6) {
    const word = state[bit >> 5] ?? 0;
    const offset = bit & 31;
    // The rest of the six bits is in the next word.
    const rest = offset > 26 ? (state[(bit >> 5) + 1] ?? 0) >>> (32 - offset) : 0;
    text += BASE64URL.charAt(((word << offset) | rest) >>> 26);
  }
  return text;
}

function isPrime(n: number): boolean {
  for (let divisor = 2; divisor * divisor <= n; divisor++) if (n % divisor === 0) return false;
  return n > 1;
}

function fractionOf(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}
