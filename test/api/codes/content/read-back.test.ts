import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { CONTENT_FIELDS, type TypeWithFields } from '#core/content/fields/content-fields.ts';
import { contentOfType } from '#harness/data/content-fields.ts';
import { sampled } from '#harness/data/sampled.ts';
import { readInWorker } from '#harness/symbols/read-in-worker.ts';
import { type ApiClient, createClient } from '#harness/worker/api-client.ts';

const TYPES = Object.keys(CONTENT_FIELDS) as TypeWithFields[];
/** `npm run test:exhaustive` tries 5,000 over all types. */
const RUNS = inject('isExhaustive') ? Math.ceil(sampled(5_000) / TYPES.length) : 5;

interface Code {
  readonly id: string;
  readonly target: string;
  readonly content: object | null;
}

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
});

/** Creates a code and reads it; null if it is too long for its type, its standard or a symbol, and for nothing else. */
async function create(body: object): Promise<Code | null> {
  const response = await client.request('POST', '/v1/qr', body);
  const text = await response.text();
  if (response.status === 400 && isTooLong(text)) return null;
  expect(response.status, text).toBe(200);
  const { id } = JSON.parse(text) as Code;
  return client.json('GET', `/v1/qr/${id}`);
}

function isTooLong(text: string): boolean {
  const { code, errors = [] } = JSON.parse(text) as {
    code: string;
    errors?: { field: string; code: string }[];
  };
  return (
    code === 'content_too_long' || (errors.length > 0 && errors.every((error) => error.code === 'too_long'))
  );
}

describe('what a reader finds in the stored picture of a content', () => {
  it.each(TYPES)('of a %s is its fields again', async (type) => {
    let made = 0;
    await fc.assert(
      fc.asyncProperty(contentOfType(type), async ({ sent, shown, ofText }) => {
        const code = await create({ type, content: sent });
        fc.pre(code !== null);
        expect(code.content).toEqual(shown);
        const picture = await env.IMAGES.get(`qr/${code.id.slice(3)}.png`);
        const read = await readInWorker(await picture!.arrayBuffer());
        expect(read).toBe(code.target);
        expect(await create({ type, target: read })).toMatchObject({ target: read, content: ofText });
        made++;
      }),
      { numRuns: RUNS },
    );
    expect(made).toBeGreaterThanOrEqual(RUNS);
  });
});
