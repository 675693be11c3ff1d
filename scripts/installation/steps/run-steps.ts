import { CloudflareError } from '../cloudflare/answer.ts';
import { retryDelayMs } from '../cloudflare/api.ts';
import { explain, InstallationError, isTokenOver } from '../cloudflare/explain.ts';

/** One part of an installation. */
export interface Step {
  readonly name: string;
  /** Describes in a few words what exists; null if it has to be created. Changes nothing. */
  look(): Promise<string | null>;
  /** Describes what `create` would do, for `--dry-run`. */
  readonly plan: string;
  /** Creates it, and describes in a few words what was created. */
  create(): Promise<string>;
}

export interface RunOptions {
  readonly accountId: string;
  readonly isDryRun: boolean;
  readonly print: (line: string) => void;
  readonly sleep: (ms: number) => Promise<void>;
}

const ATTEMPTS = 3;

/**
 * Runs steps in order, with a line for each. Passing failures are retried, after checking again: something that was created although its
 * response was lost is found, and not created twice.
 * @returns the names of the steps that created something
 * @throws InstallationError with one sentence for the step that failed; the next run continues there
 */
export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<string[]> {
  const created: string[] = [];
  for (const step of steps) {
    try {
      if (await runStep(step, options)) created.push(step.name);
    } catch (error) {
      if (error instanceof InstallationError) throw error;
      throw new InstallationError(
        `${explain(error, step.name, options.accountId)}\nWhat is done is not lost: run the same command again when this is fixed.`,
      );
    }
  }
  return created;
}

/** Whether something was created. */
async function runStep(step: Step, { isDryRun, print, sleep }: RunOptions): Promise<boolean> {
  const line = (state: string, what: string) => print(`${state.padEnd(13)} ${step.name}: ${what}`);
  for (let attempt = 1; ; attempt++) {
    const found = await step.look();
    const isThere = found !== null;
    if (isThere || isDryRun) {
      line(isThere ? (attempt === 1 ? 'done already' : 'created') : 'would create', found ?? step.plan);
      return isThere && attempt > 1;
    }
    try {
      line('created', await step.create());
      return true;
    } catch (error) {
      if (attempt === ATTEMPTS || !canPass(error)) throw error;
      const delayMs = retryDelayMs(attempt);
      line('waiting', `${(delayMs / 1000).toFixed(1)} s, then trying again`);
      await sleep(delayMs);
    }
  }
}

/** wrangler reports the cause of a failure only in its text: as Cloudflare's code, or as a missing response. */
function canPass(error: unknown): boolean {
  if (error instanceof CloudflareError) return error.isPassing || error.status === 409;
  if (error instanceof InstallationError) return false;
  // The login expired while wrangler worked: when it is started again, it renews it.
  if (isTokenOver(error)) return true;
  return /fetch failed|ECONNRESET|ETIMEDOUT|socket|Internal error|More than|\b(429|50\d)\b/i.test(
    String(error),
  );
}
