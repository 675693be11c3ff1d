import { orUnavailable } from '../unavailable.ts';

/** The place of backups: `backups/<UTC day>.ndjson.gz` in a bucket without public access. */
const PREFIX = 'backups/';
const SUFFIX = '.ndjson.gz';

/** R2 takes parts of at least 5 MiB, all of the same size except the last. */
const PART_BYTES = 8 * 1024 * 1024;

/** Stores a day's backup, read piece by piece; a partial one is never visible. Gives its size in bytes. */
export async function putBackup(
  bucket: R2Bucket,
  day: string,
  body: ReadableStream<Uint8Array>,
): Promise<number> {
  const upload = await orUnavailable('R2', bucket.createMultipartUpload(toKey(day)));
  try {
    const parts: R2UploadedPart[] = [];
    let bytes = 0;
    for await (const part of inParts(body)) {
      parts.push(await orUnavailable('R2', upload.uploadPart(parts.length + 1, part)));
      bytes += part.length;
    }
    await orUnavailable('R2', upload.complete(parts));
    return bytes;
  } catch (error) {
    await upload.abort().catch(() => undefined);
    throw error;
  }
}

async function* inParts(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (const chunk of body) {
    let rest = chunk;
    while (filled + rest.length >= PART_BYTES) {
      part.set(rest.subarray(0, PART_BYTES - filled), filled);
      rest = rest.subarray(PART_BYTES - filled);
      yield part;
      part = new Uint8Array(PART_BYTES);
      filled = 0;
    }
    part.set(rest, filled);
    filled += rest.length;
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** The days that have a backup. */
export async function listBackupDays(bucket: R2Bucket): Promise<string[]> {
  // Only a few dozen are kept, so they fit one page.
  const { objects } = await orUnavailable('R2', bucket.list({ prefix: PREFIX }));
  return objects
    .map(({ key }) => key.slice(PREFIX.length, -SUFFIX.length))
    .filter((day) => /^\d{4}-\d{2}-\d{2}$/.test(day));
}

export async function deleteBackups(bucket: R2Bucket, days: readonly string[]): Promise<void> {
  if (days.length > 0) await orUnavailable('R2', bucket.delete(days.map(toKey)));
}

function toKey(day: string): string {
  return PREFIX + day + SUFFIX;
}
