import type { Dependencies } from '../service/dependencies.ts';
import { openDatabase } from '../storage/database.ts';
import { createD1ScanReader } from '../storage/scan-reader.ts';
import { reportFailure } from './middleware/log-request.ts';

/** Joins the bindings with clock and randomness into what the use cases work with. */
export function createDependencies(
  env: ApiEnv,
  platform: Pick<Dependencies, 'nowMs' | 'randomBytes' | 'afterAnswer'>,
): Dependencies {
  const db = openDatabase(env.DB);
  return {
    db,
    images: env.IMAGES,
    links: env.LINKS,
    scans: createD1ScanReader(db),
    shortUrlBase: env.SHORT_URL_BASE,
    ...platform,
    reportFailure,
  };
}
