import { z } from 'zod';
import { parseJson } from './cloudflare/answer.ts';
import type { Platform } from './platform.ts';

export interface Health {
  readonly isHealthy: boolean;
  /** The problems, each with its fix; empty if everything responds. */
  readonly problems: readonly string[];
  /** What the deployed version says about itself and its cron; null if it says nothing. */
  readonly report: HealthReport | null;
}

const HEALTH = z.object({
  // A version that was rolled back to may not say these.
  version: z.string().optional(),
  checks: z.record(z.string(), z.object({ ok: z.boolean(), fix: z.string().optional() })),
  jobs: z
    .record(z.string(), z.object({ state: z.string(), last_success_at: z.iso.datetime().nullable() }))
    .nullish(),
});

export type HealthReport = z.infer<typeof HEALTH>;

const TIMEOUT_MS = 20_000;

/** Reads what the deployed API reports about itself at `GET /health`. */
export async function checkHealth({ fetch }: Pick<Platform, 'fetch'>, apiUrl: string): Promise<Health> {
  const url = `${apiUrl}/health`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = HEALTH.safeParse(parseJson(await response.text())).data;
    if (!body)
      return {
        isHealthy: false,
        report: null,
        problems: [`${url} gives status ${response.status}, and not what this service says about itself.`],
      };
    const { checks } = body;
    const problems = Object.entries(checks)
      .filter(([, { ok }]) => !ok)
      .map(([name, { fix }]) => `${name}: ${fix ?? 'does not respond.'}`);
    return { isHealthy: response.ok, problems, report: body };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return {
      isHealthy: false,
      report: null,
      problems: [`${url} gives no response: ${cause instanceof Error ? cause.message : String(cause)}`],
    };
  }
}
