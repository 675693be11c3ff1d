import { mkdtempSync, rmSync, statfsSync } from 'node:fs';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** All tests in process keep 300 MB there, at most. */
const NEEDED_BYTES = 2e9;

/**
 * Databases of tests are files that SQLite writes through to the disk after each change, which takes a sixth of the CPU time of these tests.
 * Where the machine has the room, this process and those that it starts keep their temporary files in memory.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] || !hasRoom()) return;
  const folder = mkdtempSync(`${MEMORY}/qr-tests-`);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > NEEDED_BYTES;
  } catch {
    return false;
  }
}
