import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What `npm start` printed, and how to end it as Ctrl-C does. */
export interface StartedCommand {
  /** The lines of standard output, by what stands before their colon. */
  readonly printed: ReadonlyMap<string, string>;
  /** What it has written to standard error so far. */
  readErrors(): string;
  stop(): Promise<void>;
}

/** Runs the command behind `npm start` until it has printed its last line. Throws what it wrote where it ends before. */
export async function runStartCommand(port: number, ...options: string[]): Promise<StartedCommand> {
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(process.execPath, ['scripts/start.ts', ...options], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const printed = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? [];
    printed.set(name, value);
    if (name === 'Dashboard') {
      const stop = async () => {
        child.kill('SIGTERM');
        await exited;
      };
      return { printed, readErrors: () => errors, stop };
    }
  }
  await exited;
  throw new Error(`npm start ended early: ${errors}`);
}
