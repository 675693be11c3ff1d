import type { CreateQrCode } from '../index.ts';
import { type Command, UsageError } from './command.ts';
import { connect } from './login.ts';
import { drawModules, QUIET_ZONE, readModules } from './modules.ts';
import { printFields, printRow } from './output.ts';

const FILING = {
  '--title TEXT': 'a label for your own use',
  '--external-id ID': 'your own id; ext:ID then stands for the code',
};

export const create: Command = {
  words: 'TARGET',
  about:
    'Creates a code that leads to TARGET. It can be changed and its scans are counted, unless it is --static.',
  fields: {
    ...FILING,
    '--type TYPE': 'what TARGET is: url (default), text, wifi, vcard, …',
    '--tags TAG…': 'a tag; repeat it for more',
    '--short-code CODE': 'the end of the short link',
    '--domain HOST': 'a domain of yours for the short link',
  },
  options: { '--static': 'put TARGET itself into the symbol, for ever' },
  async run({ words: [target], fields, flags }) {
    if (fields['type'] === 'gs1')
      throw new UsageError(
        'GS1 codes are made by the API, or by qr import from a file with a column gs1.01.',
      );
    const client = connect();
    const { code } = await client.create({ ...fields, target, dynamic: !flags['static'] } as CreateQrCode);
    printFields(code, flags['json']);
    if (!process.stdout.isTTY || flags['json']) return;
    const svg = await client.image(code.id, { format: 'svg', margin: QUIET_ZONE });
    const modules = readModules(await svg.text());
    if (modules && process.stdout.columns >= modules.side) process.stdout.write(drawModules(modules));
  },
};

export const get: Command = {
  words: 'ID',
  about: 'Shows a code by its id, or by ext: and your own id.',
  run: async ({ words: [id = ''], flags }) => printFields((await connect().get(id)).code, flags['json']),
};

export const set: Command = {
  words: 'ID',
  about: "Changes a code. What is not named stays as it is, and an empty text ('') clears a field.",
  fields: {
    '--target TARGET': 'where the code leads from now on',
    ...FILING,
    '--paused': 'lead no scans on; --no-paused leads them on again',
    '--archived': 'hide the code from lists; --no-archived shows it again',
    '--ends-at TIME': 'lead scans on until this time: 2026-12-01T08:00:00+01:00',
    '--fallback-url URL': 'where scans lead while the code is not active',
    '--add-tags TAG…': 'a tag to add; repeat it for more',
    '--remove-tags TAG…': 'a tag to remove; repeat it for more',
  },
  async run({ words: [id = ''], fields, flags }) {
    if (Object.keys(fields).length === 0) throw new UsageError('Say what to change, such as --target URL.');
    printFields((await connect().update(id, fields)).code, flags['json']);
  },
};

export const rm: Command = {
  words: 'ID',
  about: 'Deletes a code for ever: all its prints stop working.',
  options: { '-y, --yes': 'do it; without this, nothing is deleted' },
  async run({ words: [id = ''], flags }) {
    if (!flags['yes']) throw new UsageError(`All prints of ${id} would stop working: to do it, add --yes.`);
    printFields(await connect().delete(id), flags['json']);
  },
};

const WIDTHS = [11, 8, 30];

export const list: Command = {
  words: '',
  about: 'Lists codes, newest first. With --json, it prints a line of JSON for each, which qr import reads.',
  fields: {
    '--q WORDS': 'words of the title, the target, tags or ids',
    '--tag TAG…': 'codes with this tag; repeat it for codes with all of them',
    '--status STATUS': 'active, paused, scheduled, ended, exhausted or disabled',
    '--archived WHICH': 'true for archived codes only, any for these too',
    '--sort ORDER': 'created_at, -updated_at, -scans, -last_scan_at or title',
  },
  options: { '--limit NUMBER': 'how many at most' },
  async run({ fields, texts, flags }) {
    const limit = Number(texts['limit'] ?? Infinity);
    if (process.stdout.isTTY && !flags['json']) printRow(['ID', 'SCANS', 'TITLE', 'TARGET'], WIDTHS);
    let shown = 0;
    for await (const code of connect().list(fields, { pageSize: Math.min(100, limit) })) {
      if (flags['json']) printFields(code, true);
      else printRow([code.id, code.scans, code.title, code.target], WIDTHS);
      if (++shown >= limit) return;
    }
  },
};

export const stats: Command = {
  words: '[ID]',
  about: 'Counts the scans of a code, or of all codes, by day and device.',
  fields: {
    '--range RANGE': 'last_7_days, last_30_days (default) or last_90_days',
    '--from DATE': 'the first day, instead of a range: 2026-11-01',
    '--to DATE': 'the last day',
    '--tz ZONE': 'the time zone of the days: Europe/Berlin',
    '--tag TAG': 'of all codes with this tag; not with an ID',
  },
  async run({ words: [id], fields, flags }) {
    const found = await (id === undefined ? connect().stats(fields) : connect().statistics(id, fields));
    if (flags['json']) return printFields(found, true);
    const { total_scans, unique_scans, range, by_device, by_day } = found;
    printFields({ range, total_scans, unique_scans, ...by_device });
    for (const { date, scans } of by_day) printRow([date, scans], [22]);
  },
};
