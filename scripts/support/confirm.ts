import { createInterface } from 'node:readline/promises';
import { InstallationError } from '../installation/cloudflare/explain.ts';

/**
 * How a command asks before it changes something; undefined if nobody should be asked. It throws an InstallationError if there is no
 * terminal: only when it asks, because everything else that is missing comes first.
 */
export function confirmUnless(isAgreed: boolean, question: string): (() => Promise<boolean>) | undefined {
  if (isAgreed) return undefined;
  return async () => {
    if (!process.stdin.isTTY)
      throw new InstallationError(
        'There is no terminal to ask for confirmation: add --yes if you are sure. Nothing was changed.',
      );
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const text = await terminal.question(`${question} [y/N] `);
    terminal.close();
    return /^y(es)?$/i.test(text.trim());
  };
}
