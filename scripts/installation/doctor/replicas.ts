import { z } from 'zod';
import type { Work } from '../steps/installation-steps.ts';
import { readReplication } from '../steps/storage.ts';
import { type Finding, note, ok } from './finding.ts';

const NAME = 'D1 replicas';
const TIMEOUT_MS = 20_000;
const HEALTH = z.object({ queries: z.record(z.string(), z.number()) });

/** Whether D1 has replicas, and which copies of the database answered the isolate of the short-link Worker that is asked. */
export async function examineReplicas(work: Work): Promise<Finding[]> {
  const { session, accountId, found, settings } = work;
  const [mode, answered] = await Promise.all([
    readReplication(session.api, accountId, found.databaseId),
    listAnswered(work),
  ]);
  const text = mode === 'auto' ? 'on' : 'off';
  if (text !== settings.replicas)
    return [
      note(NAME, `They are ${text}, and setup was told ${settings.replicas}: npm run setup changes it.`),
    ];
  return [ok(NAME, `${text}. ${answered}`)];
}

async function listAnswered({ platform, settings }: Work): Promise<string> {
  try {
    const response = await platform.fetch(`https://${settings.shortHost}/health`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const copies = Object.entries(HEALTH.parse(await response.json()).queries);
    if (copies.length === 0) return 'The nearest isolate of the short links has asked none yet.';
    const counts = copies.map(([copy, count]) => `${copy} ${count.toLocaleString('en')}`);
    return `Queries of the nearest isolate of the short links: ${counts.join(', ')}.`;
  } catch {
    return 'The short-link Worker does not say which copies answer.';
  }
}
