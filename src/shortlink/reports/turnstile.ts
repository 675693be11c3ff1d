import { describeError, formatLogLine } from '#core/log-line.ts';

/** The secret is optional, so the generated type does not have it. */
type TurnstileEnv = Pick<ShortlinkEnv, 'TURNSTILE_SITE_KEY'> & { readonly TURNSTILE_SECRET?: string };

/** Cloudflare's check that a visitor is human. */
export interface Turnstile {
  readonly siteKey: string;
  /** False if Cloudflare says that the token is not from a human; true also if Cloudflare does not respond, which is logged. */
  isPerson(token: string): Promise<boolean>;
}

const ORIGIN = 'https://challenges.cloudflare.com';
const TIMEOUT_MS = 5_000;

/** What a page with the widget may load: its script, and the frame that the script opens. */
export const TURNSTILE_POLICY = `script-src ${ORIGIN}; frame-src ${ORIGIN}`;

/** HTML of the widget, which puts its token into the form around it. */
export function renderWidget(siteKey: string): string {
  return `<script src="${ORIGIN}/turnstile/v0/api.js" async defer></script>
<div class="cf-turnstile" data-sitekey="${siteKey}"></div>`;
}

/** The form field in which the widget puts its token. */
export const TURNSTILE_FIELD = 'cf-turnstile-response';

/** Null unless the operator has set both values. */
export function openTurnstile(env: ShortlinkEnv): Turnstile | null {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET: secret } = env as TurnstileEnv;
  if (!siteKey || !secret) return null;
  return { siteKey, isPerson: (token) => askCloudflare(secret, token) };
}

/** The visitor's address is not sent: the token is enough. */
async function askCloudflare(secret: string, token: string): Promise<boolean> {
  if (token === '') return false;
  try {
    const response = await fetch(`${ORIGIN}/turnstile/v0/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { success } = await response.json<{ success?: unknown }>();
    if (typeof success === 'boolean') return success;
    throw new Error(`Turnstile sent status ${response.status} without a result`);
  } catch (error) {
    // The report limits still hold; losing a report would be worse than accepting one from a machine.
    console.error(formatLogLine('report_turnstile_failed', { error: describeError(error) }));
    return true;
  }
}
