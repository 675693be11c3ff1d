import type { RunningWorker } from '../support/run-worker.ts';

/**
 * A Worker that stands for D1 and for the Cache API of one colo: what the redirect asks of both, from memory, as they document it. The look-up
 * by code id sees every write at once; an entry of the cache is found until its `max-age` is over.
 */
export const LIGHT_STORES = `
import { WorkerEntrypoint } from 'cloudflare:workers';

const rows = new Map();
const entries = new Map();

export class Database extends WorkerEntrypoint {
  async fetch(request) {
    if (request.method === 'POST') return find(await request.json());
    if (request.method === 'GET') return match(request.url);
    const seconds = Number(/max-age=(\\d+)/.exec(request.headers.get('Cache-Control'))?.[1]);
    entries.set(request.url, { body: await request.text(), expiresAtMs: Date.now() + seconds * 1000 });
    return new Response(null, { status: 204 });
  }
}

function find({ sql, values: [codeId] }) {
  if (!sql.endsWith('FROM qr_codes WHERE code_id = ?')) throw new Error('another query: ' + sql);
  return new Response(rows.get(codeId) ?? 'null');
}

function match(url) {
  const entry = entries.get(url);
  return entry && Date.now() < entry.expiresAtMs ? new Response(entry.body) : new Response(null, { status: 504 });
}

export default {
  async fetch(request) {
    const { codeIds, target } = await request.json();
    const row = JSON.stringify({ target, redirect_to: target, is_dynamic: 1, revision: 1, deleted_at_ms: null });
    for (const codeId of codeIds) rows.set(codeId, row);
    return new Response();
  },
};
`;

/** Puts dynamic codes into the stand-in of D1. */
export async function fillLightStores(
  { miniflare }: RunningWorker,
  codeIds: readonly string[],
  target: string,
): Promise<void> {
  const worker = await miniflare.getWorker('database-with-faults');
  await worker.fetch('http://localhost/', { method: 'POST', body: JSON.stringify({ codeIds, target }) });
}
