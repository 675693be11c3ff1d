import { execFile } from 'node:child_process';
import { accountProgram } from '#scripts/account.ts';
import { blocklistProgram } from '#scripts/blocklist.ts';
import { brandProgram } from '#scripts/brand.ts';
import { codeProgram } from '#scripts/code.ts';
import { gs1Program } from '#scripts/gs1.ts';
import { reportsProgram } from '#scripts/reports.ts';
import { textProgram } from '#scripts/text.ts';
import type { Place } from '#scripts/support/place.ts';
import { recordTerminal } from './recorded-terminal.ts';

/** The operator's programs, by their name in `npm run`. */
export const PROGRAMS = {
  account: accountProgram,
  blocklist: blocklistProgram,
  brand: brandProgram,
  code: codeProgram,
  gs1: gs1Program,
  reports: reportsProgram,
  text: textProgram,
} as const;

export interface ProgramEnding {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program in this process and on an open database: starting a process and a database would take most of the time.
 * @param place stays open
 */
export async function runProgram(
  place: Place,
  name: keyof typeof PROGRAMS,
  ...words: string[]
): Promise<ProgramEnding> {
  const { terminal, printed } = recordTerminal();
  const open = async () => ({ ...place, [Symbol.asyncDispose]: async () => undefined });
  const exitCode = await PROGRAMS[name](words, { terminal, open });
  const { stdout, stderr } = printed;
  return { exitCode, stdout, stderr };
}

/** Runs the command `npm run NAME` as a process. */
export function spawnScript(name: string, ...words: string[]): Promise<ProgramEnding> {
  return spawnScriptIn({}, name, ...words);
}

/** The same, with variables of its own. */
export function spawnScriptIn(
  variables: Readonly<Record<string, string | undefined>>,
  name: string,
  ...words: string[]
): Promise<ProgramEnding> {
  const env = { ...process.env, ...variables };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [`scripts/${name}.ts`, ...words],
      { env },
      (error, stdout, stderr) => resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr }),
    );
    child.stdin?.end();
  });
}
