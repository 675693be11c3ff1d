import { z } from 'zod';
import { namesOf } from '../settings/names.ts';
import type { Work } from '../steps/installation-steps.ts';
import { type Finding, fix, ok } from './finding.ts';

const NAME = 'queues';
const QUEUE = z.object({
  queue_name: z.string(),
  consumers: z.array(z.object({ script: z.string().optional(), service: z.string().optional() })).default([]),
});

/** Whether the queues of events are there, and their messages come to the API Worker. */
export async function examineQueues({ session, accountId, settings }: Work): Promise<Finding[]> {
  const names = namesOf(settings);
  const queues = await session.api.list(`/accounts/${accountId}/queues`, QUEUE);
  const bad = [names.events, names.deadEvents].filter((name) => {
    const queue = queues.find((one) => one.queue_name === name);
    return !queue?.consumers.some(({ script, service }) => (script ?? service) === names.api);
  });
  if (bad.length === 0) return [ok(NAME, 'they bring events to the API Worker.')];
  const text = `Webhooks get nothing: ${bad.join(' and ')} is missing, or does not lead to ${names.api}.`;
  return [fix(NAME, text, 'npm run setup')];
}
