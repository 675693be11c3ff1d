import { z } from 'zod';
import type { Missing } from '../cloudflare/explain.ts';
import type { Platform } from '../platform.ts';
import type { Settings } from '../settings/settings.ts';

const TIMEOUT_MS = 10_000;
const CONFIGURATION = z.object({ issuer: z.string() });

/** Checks that the company's provider says what it needs, under the very address that its tokens name. */
export async function checkIssuer(
  { fetch }: Pick<Platform, 'fetch'>,
  { vars }: Settings,
): Promise<Missing[]> {
  const { OIDC_ISSUER: issuer = '' } = vars;
  if (issuer === '') return [];
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const problem = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    async (response) => {
      const { data } = CONFIGURATION.safeParse(await response.json().catch(() => null));
      if (!data)
        return `responds with status ${response.status} and without a configuration of OpenID Connect`;
      return data.issuer === issuer ? null : `calls itself ${data.issuer}: give that to --oidc-issuer`;
    },
    () => 'gives no response',
  );
  return problem === null ? [] : [{ name: 'OIDC_ISSUER', text: `The identity provider ${problem}.`, url }];
}
