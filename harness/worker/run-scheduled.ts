import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import worker from '#api/index.ts';

type LogLine = { event: string } & Record<string, unknown>;

/** Runs the API Worker's cron at a time and returns its log lines; `failed` tells whether the run counts as failed. */
export async function runScheduled(
  scheduledTimeMs: number,
  bindings: Partial<ApiEnv> = {},
  cron = '*/10 * * * *',
): Promise<{ failed: boolean; lines: LogLine[] }> {
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(() => undefined),
    vi.spyOn(console, 'error').mockImplementation(() => undefined),
  ];
  const ctx = createExecutionContext();
  const controller = createScheduledController({
    scheduledTime: new Date(scheduledTimeMs),
    cron,
  });
  let failed = false;
  try {
    await worker.scheduled(controller, { ...env, ...bindings }, ctx);
  } catch {
    failed = true;
  }
  await waitOnExecutionContext(ctx);
  const lines = spies.flatMap((spy) => spy.mock.calls.map(([line]) => JSON.parse(String(line)) as LogLine));
  for (const spy of spies) spy.mockRestore();
  return { failed, lines };
}
