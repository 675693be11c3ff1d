import { describe, expect, it } from 'vitest';
import { formatSecret, signWebhook } from '#core/events/signature.ts';
import { randomBytes } from '#harness/data/random.ts';
import { runWorkflow } from '#harness/node/n8n-workflow.ts';

/** docs/recipes/n8n-new-code.json with what the service signs. recipes.test.ts runs it with what the service sends. */

const id = `evt_${'0'.repeat(28)}`;
const object = { id: 'qr_k7m2p9qa', title: 'Menü', short_url: 'https://go.example.com/k7m2p9qa' };
const body = JSON.stringify({ type: 'qr.created', timestamp: '2026-11-21T12:00:00.000Z', data: { object } });
const nowS = () => Math.floor(Date.now() / 1000);
const newSecret = () => formatSecret(randomBytes(32));

async function run({
  signedBy = [newSecret()],
  secret = signedBy[0] ?? '',
  timestampS = nowS(),
  sent = body,
  more = {},
}: {
  signedBy?: readonly string[];
  secret?: string;
  timestampS?: number;
  sent?: string;
  more?: Record<string, string>;
}) {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': await signWebhook(signedBy, { id, timestampS, body }),
    ...more,
  };
  return runWorkflow('docs/recipes/n8n-new-code.json', { headers, body: sent }, (code) =>
    code.replace('whsec_…', secret),
  );
}

describe('the workflow for n8n', () => {
  it('gives id, title and short_url of a code that the service tells of', async () => {
    expect(await run({})).toEqual(object);
    const [before, now] = [newSecret(), newSecret()];
    for (const secret of [before, now])
      expect(await run({ signedBy: [now, before], secret })).toEqual(object);
  });

  it('refuses another body, id, time, secret or signature', async () => {
    const noMatch = 'No signature matches';
    await expect(run({ sent: body.replace('k7m2p9qa', 'k7m2p9qb') })).rejects.toThrow(noMatch);
    await expect(run({ sent: '' })).rejects.toThrow(noMatch);
    await expect(run({ more: { 'webhook-id': 'evt_1' } })).rejects.toThrow(noMatch);
    await expect(run({ more: { 'webhook-timestamp': String(nowS() + 1) } })).rejects.toThrow(noMatch);
    for (const signature of ['', 'v1', 'v1,', 'v1,AAAA'])
      await expect(run({ more: { 'webhook-signature': signature } })).rejects.toThrow(noMatch);
    await expect(run({ secret: newSecret() })).rejects.toThrow(noMatch);
    for (const timestampS of [nowS() - 302, nowS() + 310])
      await expect(run({ timestampS })).rejects.toThrow('more than five minutes');
  });

  it('asks for the secret until it is there', async () => {
    for (const secret of ['whsec_…', 'whsec_', ''])
      await expect(run({ secret })).rejects.toThrow('Put the secret of the webhook into SECRET.');
  });
});
