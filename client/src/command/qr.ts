#!/usr/bin/env node
import { version } from '../../package.json';
import { QrCodeServiceError } from '../index.ts';
import { create, get, list, rm, set, stats } from './codes.ts';
import { type Command, describeCommand, readCall, UsageError } from './command.ts';
import { image } from './image.ts';
import { importCodes } from './import.ts';
import { login } from './login.ts';
import { toLine } from './output.ts';

const ALL = { login, create, get, set, rm, list, stats, image, import: importCodes };
const COMMANDS = new Map<string, Command>(Object.entries(ALL));
const EXIT = { refused: 1, usage: 2, network: 3, limit: 4 };

const HELP = `QR codes from the command line, by the API of the QR Code Service.

${Object.entries(ALL)
  .map(([name, { words, about }]) => `  qr ${`${name} ${words}`.padEnd(16)}${about.split(/(?<=\.)\s/)[0]}\n`)
  .join('')}
qr COMMAND --help lists its options. What is not here, curl and the client can: see /docs of the service.
Exit codes: 0 done, 1 refused, 2 wrong usage, 3 no response, 4 a limit of the plan.
`;

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // A reader that has enough, such as head, is no error.
  if (code !== 'EPIPE') console.error(`qr: The output cannot be written: ${message}`);
  process.exit(code === 'EPIPE' ? 0 : EXIT.refused);
});
process.exitCode = await run(process.argv.slice(2));

async function run([name = '', ...typed]: string[]): Promise<number> {
  const command = COMMANDS.get(name);
  try {
    const call = command && readCall(command, typed);
    if (call) return (await command.run(call)) ?? 0;
    const texts: Record<string, string> = { '--help': HELP, '-h': HELP, '--version': `${version}\n` };
    const text = command ? describeCommand(name, command) : texts[name];
    if (text === undefined) throw new UsageError(`There is no command "${name}".`);
    process.stdout.write(text);
    return 0;
  } catch (error) {
    return explain(error as NodeJS.ErrnoException, command ? `qr ${name}` : 'qr');
  }
}

/** Says what is wrong, and gives the exit code for it. */
function explain(error: NodeJS.ErrnoException, name: string): number {
  console.error(`qr: ${toLine(error.message)}`);
  const isUsage = error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS');
  if (isUsage) console.error(`See ${name} --help.`);
  if (!(error instanceof QrCodeServiceError)) return isUsage ? EXIT.usage : EXIT.refused;
  const { code, fields, status, requestId, idempotencyKey, cause } = error;
  // A fault of one field is the message already.
  for (const { field, message } of fields.length > 1 ? fields : [])
    console.error(`  ${toLine(field)}: ${toLine(message)}`);
  if (status === 429 || ['quota_exceeded', 'limit_reached'].includes(code)) return EXIT.limit;
  if (status >= 400 && status < 500 && code !== 'unexpected_response') return EXIT.refused;
  if (code === 'no_response' && cause instanceof Error) console.error(toLine(cause.message));
  if (requestId !== null) console.error(`The id of the request is ${toLine(requestId)}.`);
  if (idempotencyKey !== null) console.error('The code may exist: look with qr list before you try again.');
  return EXIT.network;
}
