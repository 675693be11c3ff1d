import { type DaySums, fillDaySums, findDaySums } from '#storage/scans/account-days.ts';
import type { Dependencies } from '../dependencies.ts';

/** One statement takes all days of so many codes: less than a second of D1. */
const CODES_OF_A_STEP = 500;

/**
 * Goes on adding up what was counted before there were sums by account and tag, and says how far they are. After the upgrade that brought the
 * sums the cron does it in some runs; a reader does one step itself, which is all of it in most installations.
 */
export async function continueDaySums({ db }: Pick<Dependencies, 'db'>, steps = 1): Promise<DaySums> {
  let sums = await findDaySums(db);
  for (let step = 0; step < steps && !sums.isComplete; step++) {
    await fillDaySums(db, CODES_OF_A_STEP);
    sums = await findDaySums(db);
  }
  return sums;
}
