import type { Attempt } from '#core/events/delivery.ts';
import { parseEndpoint } from '#core/events/endpoint.ts';
import { signWebhook } from '#core/events/signature.ts';
import { stillSigning, type Webhook } from '#core/events/webhook.ts';
import { inLanguage } from '#languages/say.ts';
import { findOwnersLanguage } from '#storage/accounts/people.ts';
import type { Dependencies } from '../dependencies.ts';
import { endpointRulesOf } from './endpoint-rules.ts';
import { decryptSecret } from './secrets.ts';
import { toMessage } from './say-event.ts';

const TIMEOUT_MS = 10_000;
const SHOWN_BYTES = 1_024;

/** Sends an event to a webhook and returns the result. It never throws, whatever the other side does. */
export async function sendTo(
  deps: Dependencies,
  webhook: Webhook,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<Attempt & { readonly retryAfter: string | null }> {
  const attemptedAtMs = deps.nowMs();
  const fail = (response: string) => ({
    ...{ attemptedAtMs, status: null, response, retryAfter: null },
    durationMs: deps.nowMs() - attemptedAtMs,
  });
  const url = parseEndpoint(webhook.url, endpointRulesOf(deps));
  if (!url.ok) return fail('The address is refused.');
  const limit = new AbortController();
  const { signal } = limit;
  // Not AbortSignal.timeout, which leaves its timer behind a response: an invocation may have 10,000.
  const timer = setTimeout(() => limit.abort(), TIMEOUT_MS);
  try {
    const { headers, text } = await toRequest(deps, webhook, { id, body, attemptedAtMs });
    const post = () =>
      deps.fetch(url.value, {
        method: 'POST',
        redirect: 'manual',
        signal,
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          'User-Agent': `qr-webhooks/1.0 (+${deps.shortUrlBase})`,
        },
        body: text,
      });
    // The other side may have closed a connection that was kept open, as servers do after some seconds: others are tried at once.
    const again = (error: unknown) => {
      if (signal.aborted) throw error;
      return post();
    };
    const response = await post().catch(again).catch(again);
    const start = await readStart(response);
    return {
      ...{ attemptedAtMs, status: response.status, response: start },
      durationMs: deps.nowMs() - attemptedAtMs,
      retryAfter: response.headers.get('Retry-After'),
    };
  } catch {
    return fail(signal.aborted ? 'No response within 10 seconds.' : 'No response: the connection failed.');
  } finally {
    clearTimeout(timer);
  }
}

interface Sent {
  readonly id: string;
  readonly body: string;
  readonly attemptedAtMs: number;
}

async function toRequest(deps: Dependencies, webhook: Webhook, { id, body, attemptedAtMs }: Sent) {
  if (webhook.format === 'slack') {
    const language = await findOwnersLanguage(deps.db, webhook.accountId);
    const message = inLanguage(language ?? 'en', () => toMessage(webhook.url, body));
    return { headers: {}, text: JSON.stringify(message) };
  }
  const signing = [webhook, ...stillSigning(webhook, attemptedAtMs)];
  const secrets = signing.map(({ secret }) => decryptSecret(deps, secret));
  const timestampS = Math.floor(attemptedAtMs / 1000);
  const signature = await signWebhook(await Promise.all(secrets), { id, timestampS, body });
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signature,
  };
  return { headers, text: body };
}

/** The start of a response. It is not read on, however long it is; if it ends early, what came is kept. */
async function readStart({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  let text = '';
  const decoder = new TextDecoder();
  try {
    for (let left = SHOWN_BYTES; reader && left > 0;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value.subarray(0, left), { stream: true });
      left -= value.length;
    }
  } catch {
    // The status has come.
  }
  await reader?.cancel().catch(() => undefined);
  return text.replaceAll('\u0000', '');
}
