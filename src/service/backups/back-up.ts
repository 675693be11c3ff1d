import { listExpiredBackups } from '#core/backups/retention.ts';
import { toUtcDay } from '#core/utc-day.ts';
import { type Checksum, writeBackup } from '#storage/backups/backup-lines.ts';
import { deleteBackups, listBackupDays, putBackup } from '#storage/backups/bucket.ts';

export interface BackupInput {
  readonly database: D1Database;
  readonly bucket: R2Bucket;
  readonly checksum: Checksum;
  readonly nowMs: number;
}

export interface BackupReport {
  readonly day: string;
  readonly bytes: number;
  /** Old backups that were deleted. */
  readonly expired: number;
}

/** Copies all tables into the bucket as the backup of the day, and deletes backups past their retention. */
export async function backUp({ database, bucket, checksum, nowMs }: BackupInput): Promise<BackupReport> {
  const day = toUtcDay(nowMs);
  const lines = writeBackup(database, { nowMs, checksum });
  const bytes = await putBackup(bucket, day, compress(lines));
  const expired = listExpiredBackups(await listBackupDays(bucket), day);
  await deleteBackups(bucket, expired);
  return { day, bytes, expired: expired.length };
}

/** The reader pulls the pieces, so that at most one page of rows is in memory. */
function compress(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return new ReadableStream<string>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  })
    .pipeThrough(new TextEncoderStream())
    .pipeThrough(new CompressionStream('gzip'));
}
