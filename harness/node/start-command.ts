import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The output of `npm start`, and a way to end it as Ctrl-C does. */
export interface StartedCommand {
  /** The lines of standard output, by the text before their colon. */
  readonly printed: ReadonlyMap<string, string>;
  /** The text on standard error so far. */
  readErrors(): string;
  stop(): Promise<void>;
}

/** Runs the command behind `npm start` until it has printed its last line. Throws its output if it ends earlier. */
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
