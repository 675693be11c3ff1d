import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Import, ImportOptions, QrCodeClient } from '../index.ts';
import { type Command, UsageError } from './command.ts';
import { connect } from './login.ts';
import { printFields, toLine } from './output.ts';

export const importCodes: Command = {
  words: '[FILE]',
  about: `Creates and changes codes by a file of CSV or NDJSON, or by standard input (-).
The same file changes nothing the second time. If rows fail, the exit code is 1, and the others are imported.`,
  fields: {
    '--on-conflict WHAT': 'with a code that differs: skip it (default), update it, or fail',
    '--encoding NAME': 'of a file that is not UTF-8: windows-1252 or utf-16',
  },
  options: {
    '--dry-run': 'change nothing, and say what would happen',
    '--watch IMPORT': 'instead of FILE: wait for an import that is under way',
    '--cancel IMPORT': 'instead of FILE: stop one; codes that it made stay',
  },
  async run({ words: [file], fields, texts: { watch, cancel }, flags }) {
    if ([file, watch, cancel].filter((one) => one !== undefined).length !== 1)
      throw new UsageError('Give one of FILE, --watch IMPORT and --cancel IMPORT.');
    const client = connect();
    let id = watch ?? cancel;
    process.once('SIGINT', () => {
      console.error(id === undefined ? UNKNOWN : `\nThe service goes on. ${adviceFor(id)}`);
      process.exit(130);
    });
    if (cancel !== undefined) await client.cancelImport(cancel);
    const options = { ...fields, dryRun: flags['dry-run'] === true };
    const first = await (id === undefined ? start(client, file ?? '-', options) : client.getImport(id));
    id = first.id;
    const found = await seeThrough(client, first);
    const { status, dry_run, failure, counts } = found;
    printFields(flags['json'] ? found : { id, status, ...counts }, flags['json']);
    if (dry_run) console.error('This was a dry run: nothing has changed.');
    if (failure !== null) console.error(toLine(failure));
    if (counts.failed > 0)
      for await (const { row, error } of client.importRows(found.id, { state: 'failed' }))
        console.error(`row ${row}: ${toLine(error?.message ?? '')}`);
    return counts.failed > 0 || status === 'failed' ? 1 : 0;
  },
};

const UNKNOWN = '\nThe import may have begun: the dashboard shows it under Codes, Import.';
const adviceFor = (id: string) => `Wait for it: qr import --watch ${id}. Stop it: qr import --cancel ${id}.`;

async function start(client: QrCodeClient, file: string, options: ImportOptions): Promise<Import> {
  const bytes = new Uint8Array(file === '-' ? await buffer(process.stdin) : readFileSync(file));
  // Only NDJSON begins with a brace, behind what editors put first.
  const isNdjson = new TextDecoder().decode(bytes.subarray(0, 100)).trimStart().startsWith('{');
  return client.startImport(bytes, { ...options, type: isNdjson ? 'application/x-ndjson' : 'text/csv' });
}

/** Says first how far it is: while the service is busy with it, the next response can take a while. */
async function seeThrough(client: QrCodeClient, found: Import): Promise<Import> {
  while (true) {
    const isUnderWay = ['queued', 'running'].includes(found.status);
    const progress = `\r${found.counts.done} of ${found.counts.rows} rows${isUnderWay ? '' : '\n'}`;
    if (process.stderr.isTTY) process.stderr.write(progress);
    if (!isUnderWay) return found;
    await sleep(1_000);
    found = await client.getImport(found.id);
  }
}
