import { fromBase64Url, toBase64Url } from '#core/bytes/base64url.ts';
import { joinBytes } from '#core/bytes/join-bytes.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { ImportRow } from '#core/imports/row.ts';
import { orUnavailable } from '../unavailable.ts';

/**
 * The rows of a file, in parts of NDJSON: `imports/<id>/<part>` in R2. The bucket is public, so each part is encrypted (AES-GCM) with a key
 * that only the import's row in D1 has: without the row, nobody can read the file.
 */
const PREFIX = 'imports/';
const IV_BYTES = 12;
const KEY_BYTES = 32;
const ALGORITHM = 'AES-GCM';

export interface FileOfImport {
  readonly importId: string;
  readonly fileKey: string;
}

export function createFileKey(randomBytes: (count: number) => Uint8Array): string {
  return toBase64Url(randomBytes(KEY_BYTES));
}

/** Gives the number of bytes that the part takes. */
export async function putPart(
  bucket: R2Bucket,
  { importId, fileKey }: FileOfImport,
  part: number,
  rows: readonly ImportRow[],
): Promise<number> {
  const plain = new TextEncoder().encode(JSON.stringify(rows));
  // Each key encrypts each part once, so the part's number makes the vector unique.
  const iv = toVector(part);
  const key = await importKey(fileKey);
  const encrypted = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, plain);
  await orUnavailable('R2', bucket.put(toKey(importId, part), encrypted));
  return encrypted.byteLength;
}

/** Throws if the part no longer exists. */
export async function readPart(
  bucket: R2Bucket,
  { importId, fileKey }: FileOfImport,
  part: number,
): Promise<readonly ImportRow[]> {
  const object = await orUnavailable('R2', bucket.get(toKey(importId, part)));
  if (!object) throw new Error(`part ${part} of ${importId} is gone`);
  const encrypted = await orUnavailable('R2', object.arrayBuffer());
  const key = await importKey(fileKey);
  const plain = await crypto.subtle.decrypt({ name: ALGORITHM, iv: toVector(part) }, key, encrypted);
  return JSON.parse(new TextDecoder().decode(plain)) as readonly ImportRow[];
}

/** What a code was before a slice of an import changed it. */
export interface EarlierState {
  readonly codeId: CodeId;
  /** Its revision after the change. */
  readonly revision: number;
  /** The changed fields as they were: the body of an edit. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Keeps what the codes of a slice were, beside the file. A slice is repeated after a failure, so its vector is random. */
export async function putEarlierStates(
  bucket: R2Bucket,
  { importId, fileKey }: FileOfImport,
  position: number,
  states: readonly EarlierState[],
): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(states));
  const key = await importKey(fileKey);
  const encrypted = new Uint8Array(await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, plain));
  await orUnavailable('R2', bucket.put(toStatesKey(importId, position), joinBytes([iv, encrypted])));
}

/** What `putEarlierStates` kept; empty if a slice changed no code. */
export async function readEarlierStates(
  bucket: R2Bucket,
  { importId, fileKey }: FileOfImport,
  position: number,
): Promise<readonly EarlierState[]> {
  const object = await orUnavailable('R2', bucket.get(toStatesKey(importId, position)));
  if (!object) return [];
  const bytes = new Uint8Array(await orUnavailable('R2', object.arrayBuffer()));
  const key = await importKey(fileKey);
  const algorithm = { name: ALGORITHM, iv: bytes.slice(0, IV_BYTES) };
  const plain = await crypto.subtle.decrypt(algorithm, key, bytes.slice(IV_BYTES));
  return JSON.parse(new TextDecoder().decode(plain)) as readonly EarlierState[];
}

function toStatesKey(importId: string, position: number): string {
  return `${PREFIX}${importId}/before-${position}`;
}

/** Deletes all parts of a file; a missing file is no error. */
export async function deleteFile(bucket: R2Bucket, importId: string): Promise<void> {
  for (;;) {
    const page = await orUnavailable('R2', bucket.list({ prefix: `${PREFIX}${importId}/` }));
    if (page.objects.length > 0) {
      await orUnavailable('R2', bucket.delete(page.objects.map(({ key }) => key)));
    }
    if (!page.truncated) return;
  }
}

function toVector(part: number): Uint8Array<ArrayBuffer> {
  const iv = new Uint8Array(IV_BYTES);
  new DataView(iv.buffer).setUint32(0, part);
  return iv;
}

function importKey(fileKey: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', fromBase64Url(fileKey), ALGORITHM, false, ['encrypt', 'decrypt']);
}

function toKey(importId: string, part: number): string {
  return `${PREFIX}${importId}/${part}`;
}
