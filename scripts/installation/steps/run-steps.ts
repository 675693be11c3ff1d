import { CloudflareError, retryDelayMs } from '../cloudflare/api.ts';
import { codeOf, explain, InstallationError } from '../cloudflare/explain.ts';

/** One thing that an installation consists of. */
export interface Step {
  readonly name: string;
  /** What is there already, in a few words; null where it has to be created. Changes nothing. */
  look(): Promise<string | null>;
  /** What `create` would do, for `--dry-run`. */
  readonly plan: string;
  /** Creates it, and gives in a few words what. */
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
 * Runs steps in order, with a line for each. A failure that can pass is retried, by looking again first: what was created although its
 * response was lost is found, and nothing is created twice.
 * @throws InstallationError with one sentence for the step that cannot be done; the next run goes on there
 */
export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<void> {
  for (const step of steps) {
    try {
      await runStep(step, options);
    } catch (error) {
      if (error instanceof InstallationError) throw error;
      throw new InstallationError(
        `${explain(error, step.name, options.accountId)}\nNothing of what is done is lost: run the same command again when this is mended.`,
      );
    }
  }
}

async function runStep(step: Step, { isDryRun, print, sleep }: RunOptions): Promise<void> {
  const line = (state: string, what: string) => print(`${state.padEnd(13)} ${step.name}: ${what}`);
  for (let attempt = 1; ; attempt++) {
    const found = await step.look();
    if (found !== null) return line(attempt === 1 ? 'done already' : 'created', found);
    if (isDryRun) return line('would create', step.plan);
    try {
      return line('created', await step.create());
    } catch (error) {
      if (attempt === ATTEMPTS || !canPass(error)) throw error;
      await sleep(retryDelayMs(attempt));
    }
  }
}

/** wrangler says only in words why it failed: a code of Cloudflare's, or that there was no response. */
function canPass(error: unknown): boolean {
  if (error instanceof CloudflareError) return error.isPassing || error.status === 409;
  if (error instanceof InstallationError) return false;
  return (
    codeOf(error) === 0 &&
    /fetch failed|ECONNRESET|ETIMEDOUT|socket|Internal error|More than|\b(429|50\d)\b/i.test(String(error))
  );
}
