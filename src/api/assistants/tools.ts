import * as z from 'zod';
import { MAX_BULK_CODES } from '#contract/codes/requests.ts';
import { isObject } from '#core/is-object.ts';
import { invalidFields } from '#contract/problems/api-error.ts';
import { deleteQrCode, getQrCode, updateQrCode } from '../codes/code.ts';
import { createQrCode, createQrCodes } from '../codes/create.ts';
import { listQrCodes } from '../codes/list.ts';
import { upsertQrCode, upsertQrCodes } from '../codes/upsert.ts';
import { getImport, listImportRows, runImport, startImport, undoImport } from '../imports/routes.ts';
import { getImageOfQrCode } from '../prints/image.ts';
import { checkPrintOfQrCode, printQrCode } from '../prints/print.ts';
import { getAccountStatistics } from '../scans/account-statistics.ts';
import { getScanStatistics } from '../scans/read-statistics.ts';
import type { Arguments, Tool } from './tool.ts';

const PRINTED =
  'What is printed stays: the symbol of a code, its short link and its domain can never be changed, and no other code ever gets its id.';

const saidVersion = (headers: Headers) => `Its ETag, for \`if_match\`, is ${headers.get('ETag')}.`;

const create_qr: Tool = {
  title: 'Create a QR code',
  description: `Creates a code: dynamic if where it leads shall be changed after printing and its scans counted, otherwise static. With \`external_id\`, a code that has it already is changed instead, so that a retry is safe; without it, send an \`idempotency_key\`. ${PRINTED} To try a content or a style, do not create codes: ask first.`,
  hints: { destructive: true },
  operations: [createQrCode, upsertQrCode],
  omits: ['id', 'if_match'],
  run: (args, run) => {
    const { external_id: externalId, idempotency_key: key, ...body } = args;
    if (typeof externalId !== 'string') return run(createQrCode, args);
    if (key !== undefined) throw conflict('idempotency_key', 'external_id');
    return run(upsertQrCode, { ...body, external_id: externalId, id: `ext:${externalId}` });
  },
  say: ({ id }, headers) =>
    `The code ${String(id)} was ${headers.get('Upsert') ?? 'created'}. ${saidVersion(headers)}`,
};

const create_qr_bulk: Tool = {
  title: 'Create many QR codes',
  description: `Creates up to ${MAX_BULK_CODES} codes; each gets a result of its own, and if one fails, the others still succeed. If each has an \`external_id\`, codes that have it already are changed instead, so that a retry is safe; otherwise send an \`idempotency_key\`. ${PRINTED}`,
  hints: { destructive: true },
  operations: [createQrCodes, upsertQrCodes],
  own: z.object({
    codes: z
      .array(z.unknown())
      .min(1)
      .max(MAX_BULK_CODES)
      .meta({ items: { type: 'object' }, description: 'Each with the arguments of `create_qr`.' }),
  }),
  run: (args, run) => {
    const codes = args['codes'] as readonly unknown[];
    if (!codes.every((code) => isObject(code) && typeof code['external_id'] === 'string'))
      return run(createQrCodes, args);
    if (args['idempotency_key'] !== undefined) throw conflict('idempotency_key', 'external_id');
    return run(upsertQrCodes, args);
  },
  say: ({ data }) => {
    const results = data as readonly Arguments[];
    const failed = results.filter(({ error }) => error !== undefined).length;
    return `Codes that succeeded: ${results.length - failed} of ${results.length}.`;
  },
};

const get_qr: Tool = {
  title: 'Read a QR code',
  description:
    'Reads all fields of a code: where it leads, its rules, its short link, the addresses of its images.',
  hints: { readOnly: true },
  operations: [getQrCode],
  run: (args, run) => run(getQrCode, args),
  say: (_, headers) => `One code. ${saidVersion(headers)}`,
};

const list_qr: Tool = {
  title: 'Find QR codes',
  description: 'Lists codes of the account, the newest first, or those that match a search and filters.',
  hints: { readOnly: true },
  operations: [listQrCodes],
  own: z.object({
    limit: z.int().min(1).max(50).optional().describe('The number of codes on a page, 20 if left out.'),
  }),
  run: (args, run) => run(listQrCodes, args),
  say: ({ data, has_more: hasMore }) =>
    `Codes on this page: ${(data as readonly unknown[]).length}. ${hasMore ? 'More follow: send `next_cursor` as `cursor`.' : 'No more follow.'}`,
};

const update_qr: Tool = {
  title: 'Change a QR code',
  description:
    'Changes where a dynamic code leads and what happens on a scan, or the title, tags, metadata and archive state of any code. Everybody who scans a printed code follows the change within 30 seconds. Its images never change.',
  hints: { destructive: true, idempotent: true },
  operations: [updateQrCode],
  run: (args, run) => run(updateQrCode, args),
  say: ({ id }, headers) => `The code ${String(id)} is as asked. ${saidVersion(headers)}`,
};

const delete_qr: Tool = {
  title: 'Delete a QR code',
  description: `Deletes a code for ever: printed symbols then lead nowhere, and this cannot be undone. Ask the person first, and read the code with \`get_qr\`. To stop a code for a while, use \`update_qr\` with \`paused\`. ${PRINTED}`,
  hints: { destructive: true, idempotent: true },
  operations: [getQrCode, deleteQrCode],
  own: z.object({
    confirm_title_or_target: z
      .string()
      .describe('The title or the target of the code, exactly as `get_qr` returns it.'),
  }),
  omits: ['fields', 'if_match'],
  run: async ({ confirm_title_or_target: confirmed, ...args }, run) => {
    const read = await run(getQrCode, args);
    if (!read.ok) return read;
    const { title, target } = await read.json<{ title: string | null; target: string }>();
    if (confirmed === title || confirmed === target)
      return run(deleteQrCode, { ...args, if_match: read.headers.get('ETag') });
    const message =
      '"confirm_title_or_target" must be the title or the target of the code, exactly as `get_qr` returns it. Nothing was deleted.';
    throw invalidFields([{ field: 'confirm_title_or_target', code: 'invalid_value', message }]);
  },
  say: ({ id }) => `The code ${String(id)} is deleted for ever.`,
};

const get_stats: Tool = {
  title: 'Read scan statistics',
  description:
    'Counts scans by day and device, and by each dimension that `include` names: of one code with `id`, of the codes with a `tag`, or of the whole account.',
  hints: { readOnly: true },
  operations: [getScanStatistics, getAccountStatistics],
  run: (args, run) => run(args['id'] === undefined ? getAccountStatistics : getScanStatistics, args),
  say: ({ total_scans: scans }) => `${String(scans)} scans in this time.`,
};

const check_qr: Tool = {
  title: 'Check a QR code before printing',
  description:
    'Says how large a code must be printed to be read from `distance_mm`, or from what distance it is read at `width_mm`, and what may go wrong. Check before anything is printed: a print cannot be changed.',
  hints: { readOnly: true },
  operations: [checkPrintOfQrCode],
  run: (args, run) => run(checkPrintOfQrCode, args),
  say: ({ summary }) => String(summary),
};

const get_image: Tool = {
  title: 'Get the file of a QR code',
  description:
    'Returns the symbol of a code: `png` as an image, `svg`, or a file for the press as `pdf` or `eps`, which needs `width_mm` or `module_mm`. A file of more than 100 kB is returned as a link that opens only with an API key: ask for a smaller `size`, or for `svg`.',
  hints: { readOnly: true },
  operations: [getImageOfQrCode, printQrCode],
  own: z.object({ format: z.enum(['png', 'svg', 'pdf', 'eps']).optional().describe('Default: `png`.') }),
  run: ({ format = 'png', ...args }, run) =>
    run(format === 'pdf' || format === 'eps' ? printQrCode : getImageOfQrCode, { format, ...args }),
  say: (_, headers) => `One file of type ${headers.get('Content-Type')}.`,
};

const STEPS = { progress: getImport, rows: listImportRows, start: runImport, undo: undoImport } as const;

const import_codes: Tool = {
  title: 'Import QR codes',
  description:
    'Imports codes from CSV in steps. `check` takes `csv` and reports what would happen; it changes nothing. Then ask for `progress` with `import_id` until it is `done`, read the `rows` that failed, and `start` the import once the person agrees: it may create or change many codes. Within a day, `undo` takes it back, but not what was scanned or printed since.',
  hints: { destructive: true },
  operations: [startImport, ...Object.values(STEPS)],
  own: z.object({
    step: z.enum(['check', ...(Object.keys(STEPS) as (keyof typeof STEPS)[])]).describe('What to do.'),
    csv: z
      .string()
      .optional()
      .describe('For `check`: the file, with a header line. Its columns are named as in `create_qr`.'),
  }),
  omits: ['dry_run', 'encoding'],
  run: ({ step, csv, ...args }, run) => {
    if (step === 'check') return run(startImport, args, (csv as string | undefined) ?? '');
    if (csv !== undefined) throw conflict('csv', 'step');
    return run(STEPS[step as keyof typeof STEPS], args);
  },
  say: ({ id, status, data, can_start: canStart }) => {
    if (data) return `Rows: ${(data as readonly unknown[]).length}.`;
    return `The import ${String(id)} is ${String(status)}${canStart ? ', and can start' : ''}.`;
  },
};

/** All tools by name, in the order in which assistants see them. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  create_qr,
  create_qr_bulk,
  get_qr,
  list_qr,
  update_qr,
  delete_qr,
  get_stats,
  check_qr,
  get_image,
  import_codes,
};

function conflict(field: string, other: string) {
  const message = `"${field}" does not work together with "${other}": leave one of them out.`;
  return invalidFields([{ field, code: 'conflict', message }]);
}
