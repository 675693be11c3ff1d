import { resolve } from 'node:path';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import {
  QrCodeClient,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from '../../client/src/index.ts';
import { formatSecret, signWebhook } from '#core/events/signature.ts';
import { randomBytes } from '#harness/data/random.ts';
import { startServer } from '#harness/node/small-server.ts';

/** The client as the receiver of webhooks, against the service's own signatures and those of another implementation. */

/** The example of Standard Webhooks. */
const EXAMPLE = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampS: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const ofExample = {
  'webhook-id': EXAMPLE.id,
  'webhook-timestamp': String(EXAMPLE.timestampS),
  'webhook-signature': EXAMPLE.signature,
};
const then = { nowMs: EXAMPLE.timestampS * 1000 };

const newSecret = () => formatSecret(randomBytes(32));
const id = `evt_${'0'.repeat(28)}`;
const event = {
  type: 'qr.created',
  timestamp: '2026-11-21T12:00:00.000Z',
  data: { object: { title: 'Menü 🍕' } },
};
const body = JSON.stringify(event);

/** The headers that the service sends. */
async function sign(secrets: readonly string[], timestampS = Math.floor(Date.now() / 1000)) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': await signWebhook(secrets, { id, timestampS, body }),
  };
}

async function refusal(...call: Parameters<typeof verifyWebhook>): Promise<string> {
  const error = await verifyWebhook(...call).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return (error as Error).message;
}

describe('verifyWebhook', () => {
  it('accepts the example of the standard, which another implementation signs alike', async () => {
    const signature = new Webhook(EXAMPLE.secret).sign(EXAMPLE.id, new Date(then.nowMs), EXAMPLE.body);
    expect(signature).toBe(EXAMPLE.signature);
    expect(await verifyWebhook(EXAMPLE.body, ofExample, EXAMPLE.secret, then)).toEqual({ test: 2432232314 });
  });

  it('accepts what the service signs, as another implementation does, and what that one signs', async () => {
    const secret = newSecret();
    const headers = await sign([secret]);
    expect(await verifyWebhook(body, headers, secret)).toEqual(event);
    const other = new Webhook(secret);
    expect(other.verify(body, headers)).toEqual(event);
    const signedByOther = { ...headers, 'webhook-signature': other.sign(id, new Date(), body) };
    expect(
      await verifyWebhook(body, { ...signedByOther, 'webhook-timestamp': timestampNow() }, secret),
    ).toEqual(event);
  });

  const timestampNow = () => String(Math.floor(Date.now() / 1000));

  it.each<[string, (headers: Record<string, string>) => WebhookHeaders]>([
    ['Headers', (headers) => new Headers(headers)],
    [
      'lists',
      (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ],
    [
      'capitals',
      (headers) =>
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    ],
  ])('reads headers as %s, and a body as bytes', async (_, write) => {
    const secret = newSecret();
    const bytes = Buffer.from(`x${body}`).subarray(1);
    expect(await verifyWebhook(bytes, write(await sign([secret])), secret)).toEqual(event);
  });

  it('accepts either secret while one replaces the other', async () => {
    const [before, now] = [newSecret(), newSecret()];
    const headers = await sign([now, before]);
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    for (const secret of [before, now]) expect(await verifyWebhook(body, headers, secret)).toEqual(event);
    expect(await refusal(body, headers, newSecret())).toMatch('No signature matches');
  });

  it('refuses another secret, body, id, time or kind of signature', async () => {
    const secret = newSecret();
    const headers = await sign([secret]);
    const signature = headers['webhook-signature'];
    const laterS = String(Number(headers['webhook-timestamp']) + 1);
    const changed: [string, Record<string, string>, string][] = [
      [body, headers, newSecret()],
      [body.replace('created', 'deleted'), headers, secret],
      ['', headers, secret],
      [body, { ...headers, 'webhook-id': 'evt_1' }, secret],
      [body, { ...headers, 'webhook-timestamp': laterS }, secret],
      ...['v1,', 'v1', signature.slice(3), `v2,${signature.slice(3)}`, 'v1,*', signature.slice(0, -4)].map(
        (other): [string, Record<string, string>, string] => [
          body,
          { ...headers, 'webhook-signature': other },
          secret,
        ],
      ),
    ];
    for (const call of changed) expect(await refusal(...call)).toMatch('No signature matches');
  });

  it('takes requests of the last five minutes, and as far ahead', async () => {
    const { secret, body: sent } = EXAMPLE;
    const at = (seconds: number, more = {}) => ({ nowMs: then.nowMs + seconds * 1000, ...more });
    for (const seconds of [-300, 300])
      expect(await verifyWebhook(sent, ofExample, secret, at(seconds))).toEqual({ test: 2432232314 });
    expect(await refusal(sent, ofExample, secret, at(301))).toMatch('too long ago: 301 seconds');
    expect(await refusal(sent, ofExample, secret, at(-301))).toMatch('too long in the future: 301 seconds');
    expect(await refusal(sent, ofExample, secret, at(6, { toleranceSeconds: 5 }))).toMatch('too long ago');
    expect(await refusal(sent, ofExample, secret, at(1, { toleranceSeconds: NaN }))).toMatch('too long ago');
    expect(await refusal(sent, ofExample, secret)).toMatch('too long ago');
    for (const timestamp of ['now', '1614265330.5', '-1', ' '])
      expect(await refusal(sent, { ...ofExample, 'webhook-timestamp': timestamp }, secret, then)).toMatch(
        'not a time in Unix seconds',
      );
  });

  it.each(Object.keys(ofExample))('names the header %s that is missing', async (name) => {
    for (const value of [undefined, ''])
      expect(await refusal(EXAMPLE.body, { ...ofExample, [name]: value }, EXAMPLE.secret, then)).toBe(
        `The header "${name}" is missing.`,
      );
  });

  it('says that a signed body is not JSON', async () => {
    const signature = new Webhook(EXAMPLE.secret).sign(EXAMPLE.id, new Date(then.nowMs), 'hello');
    const headers = { ...ofExample, 'webhook-signature': signature };
    expect(await refusal('hello', headers, EXAMPLE.secret, then)).toMatch('not JSON');
  });

  it('throws a TypeError where the caller is wrong: a parsed body, or no secret', async () => {
    const parsed = JSON.parse(EXAMPLE.body) as string;
    await expect(verifyWebhook(parsed, ofExample, EXAMPLE.secret, then)).rejects.toThrow(TypeError);
    for (const secret of ['', 'whsec_', 'whsec_*', 'qr_live_1', undefined as unknown as string])
      await expect(verifyWebhook(EXAMPLE.body, ofExample, secret, then)).rejects.toThrow(TypeError);
  });
});

describe('the calls about webhooks', () => {
  it('are those of the document, with its examples as responses', async () => {
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Paths };
    const asked: string[] = [];
    const server = await startServer((request, bytes, response) => {
      const { pathname, search } = new URL(request.url!, server.url);
      const path = pathname.replace(/wh_[0-9a-f]+/, '{webhook_id}');
      asked.push(`${request.method} ${path}${search} ${bytes.toString()}`.trim());
      const { example } =
        paths[path]![request.method!.toLowerCase()]!.responses['200'].content['application/json'];
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(example));
    });
    const client = new QrCodeClient({ apiUrl: server.url, apiKey: 'qr_live_of_the_tests' });
    const url = 'https://hooks.example.com/qr';
    try {
      const { id: webhook, secret } = await client.createWebhook({ url, events: ['qr.created'] });
      expect([webhook, secret]).toEqual([
        expect.stringMatching(/^wh_/) as string,
        expect.stringMatching(/^whsec_/) as string,
      ]);
      expect(await client.webhooks({ url })).toMatchObject([{ id: webhook }]);
      expect(await client.updateWebhook(webhook, { paused: true })).toMatchObject({ status: 'paused' });
      expect((await client.rotateWebhook(webhook)).secret).toMatch(/^whsec_/);
      expect(await client.testWebhook(webhook)).toMatchObject({ status_code: 204 });
      for await (const { state } of client.deliveries(webhook, { state: 'failed' }))
        expect(state).toBe('delivered');
      expect(await client.replay(webhook, { event_ids: [id] })).toEqual({ count: 3, next_since: null });
      for await (const listed of client.events({ type: 'qr.created' })) expect(listed.id).toMatch(/^evt_/);
      expect(await client.deleteWebhook(webhook)).toBeUndefined();
    } finally {
      await server.stop();
    }
    expect(asked).toEqual([
      `POST /v1/webhooks {"url":"${url}","events":["qr.created"]}`,
      `GET /v1/webhooks?url=${encodeURIComponent(url)}`,
      'PATCH /v1/webhooks/{webhook_id} {"paused":true}',
      'POST /v1/webhooks/{webhook_id}/rotate',
      'POST /v1/webhooks/{webhook_id}/test',
      'GET /v1/webhooks/{webhook_id}/deliveries?limit=100&state=failed',
      `POST /v1/webhooks/{webhook_id}/replay {"event_ids":["${id}"]}`,
      'GET /v1/events?limit=100&type=qr.created',
      'DELETE /v1/webhooks/{webhook_id}',
    ]);
  });

  interface Operation {
    readonly responses: { '200': { content: { 'application/json': { example: unknown } } } };
  }
  type Paths = Record<string, Record<string, Operation>>;
});

describe('the receivers in the README', () => {
  const secret = newSecret();

  it('answer 204 to what the service signs, and 400 to the rest', async () => {
    vi.stubEnv('WEBHOOK_SECRET', secret);
    const [worker, node] = await Promise.all(readReceivers().map(importText));
    const { default: app } = worker as {
      default: { request: (path: string, ...more: unknown[]) => Response | Promise<Response> };
    };
    const { server } = node as { server: Server };
    try {
      await vi.waitFor(() => expect(server.listening).toBe(true));
      const url = `http://localhost:${(server.address() as AddressInfo).port}/hooks`;
      const askWorker: Ask = (init) => app.request('/hooks', init, { WEBHOOK_SECRET: secret });
      for (const ask of [askWorker, (init: RequestInit) => fetch(url, init)]) {
        const headers = await sign([secret]);
        expect((await ask({ method: 'POST', headers, body })).status).toBe(204);
        const refused = await ask({ method: 'POST', headers, body: `${body} ` });
        expect([refused.status, await refused.text()]).toEqual([
          400,
          expect.stringContaining('No signature matches') as string,
        ]);
      }
    } finally {
      server.close();
      vi.unstubAllEnvs();
    }
  });

  type Ask = (init: RequestInit) => Response | Promise<Response>;

  function readReceivers(): string[] {
    const [, section = ''] = readFileSync('client/README.md', 'utf8').split('## Webhooks\n');
    const programs = [...section.matchAll(/(?:^ {4}.*\n|^\n(?= {4}))+/gm)].map(([text]) =>
      text.replaceAll(/^ {4}/gm, '').trimStart(),
    );
    return programs.filter((text) => text.startsWith('import ') && text.includes('verifyWebhook('));
  }

  async function importText(text: string, index: number): Promise<unknown> {
    const folder = '.build/receivers';
    mkdirSync(folder, { recursive: true });
    const source = text
      .replace("'qr-code-service-client'", "'../../client/src/index.ts'")
      .replace('server.listen(8080);', 'server.listen(0);\nexport { server };');
    const file = resolve(folder, `${index}.ts`);
    writeFileSync(file, source);
    return import(file);
  }
});
