import type { Account } from '#core/accounts/account.ts';
import { streamParts } from '#core/bytes/byte-stream.ts';
import { type Cost, cutIntoParts, type Lost, NEVER_EXPORTED, README } from '#core/exports/everything.ts';
import { type ZipFile, ZipWriter } from '#core/exports/zip.ts';
import { MAX_FILES, type StoredFile, toFileUrl } from '#core/files/stored-file.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { type LogoImage, MAX_IMAGES } from '#core/logos/logo-image.ts';
import { REDIRECT_FILES } from '#core/redirects/forms.ts';
import type { StaticRedirect } from '#core/redirects/static-redirect.ts';
import { err, ok, type Result } from '#core/result.ts';
import { toAccountResource } from '#contract/account.ts';
import { toTemplateResource } from '#contract/styles/templates.ts';
import { findAccountBrand } from '#storage/accounts/account-brands.ts';
import { readCodeUsage } from '#storage/accounts/usage.ts';
import { listHostsOf } from '#storage/domains/domains.ts';
import { listFiles } from '#storage/files/files.ts';
import { openObject } from '#storage/files/objects.ts';
import { listLogos } from '#storage/logos/logos.ts';
import { listTemplates } from '#storage/styles/templates.ts';
import { EXPORT_PAGE, readAllQrCodes } from '../codes/read.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Allowance } from '../images/drawing-time.ts';
import { readImageFile } from '../logos/read.ts';
import { type ExportType, streamExport } from './codes.ts';
import { openFile } from './tables.ts';

/** A file of the archive that nothing was read of yet. */
interface Entry extends Cost {
  /** Adds what is lost, if there is nothing to write or not all of it. */
  readonly open: (lost: Lost[]) => Promise<Pick<ZipFile, 'name' | 'pieces'> | null>;
}

interface PartOfEverything {
  readonly body: ReadableStream<Uint8Array>;
  readonly name: string;
  readonly parts: number;
}

/**
 * A part of the archive of a whole account. It is written as the reader takes it, a page of rows or a piece of a file at a time. How much a
 * part holds is what an invocation may do: Budget.
 */
export async function exportEverything(
  deps: Dependencies,
  account: Account,
  part: number,
  { mostMs, charge }: Allowance,
): Promise<Result<PartOfEverything, { readonly parts: number }>> {
  const parts = await planParts(deps, account);
  const entries = parts[part - 1];
  if (!entries) return err({ parts: parts.length });
  // Whatever a plan is, its accounts can leave.
  await charge(Math.min(estimateMs(entries), mostMs));
  const body = streamParts(writePart(deps, entries, { part, parts: parts.length }), (event, error) =>
    deps.reportFailure(event, error),
  );
  const name = parts.length === 1 ? 'everything.zip' : `everything-${part}-of-${parts.length}.zip`;
  return ok({ body, name, parts: parts.length });
}

export async function countParts(deps: Dependencies, account: Account): Promise<number> {
  return (await planParts(deps, account)).length;
}

/** The CPU of what is read, in milliseconds: of a page of rows, and of each byte that passes through. */
function estimateMs(entries: readonly Cost[]): number {
  return entries.reduce((ms, { queries, bytes }) => ms + 3 * queries + bytes / 200_000, 0);
}

async function* writePart(
  deps: Dependencies,
  entries: readonly Entry[],
  place: { readonly part: number; readonly parts: number },
): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter();
  const modifiedAtMs = deps.nowMs();
  const [files, lost]: [string[], Lost[]] = [[], [...NEVER_EXPORTED]];
  for (const { open } of [toEntry('README.txt', 0, async () => toPieces(README)), ...entries]) {
    const content = await open(lost);
    if (!content) continue;
    files.push(content.name);
    yield* zip.add({ ...content, modifiedAtMs });
  }
  const created_at = new Date(modifiedAtMs).toISOString();
  const pieces = toJsonPieces({ ...place, created_at, files, lost });
  yield* zip.add({ name: 'manifest.json', pieces, modifiedAtMs });
  yield* zip.end();
}

function toPieces(text: string): [Uint8Array] {
  return [new TextEncoder().encode(text)];
}

function toJsonPieces(value: unknown): [Uint8Array] {
  return toPieces(`${JSON.stringify(value, null, 1)}\n`);
}

function toEntry(name: string, queries: number, open: (lost: Lost[]) => Promise<ZipFile['pieces']>): Entry {
  return { queries, bytes: 0, open: async (lost) => ({ name, pieces: await open(lost) }) };
}

async function planParts(deps: Dependencies, account: Account): Promise<Entry[][]> {
  const { db, budget } = deps;
  const [{ codes }, hosts, files, images] = await Promise.all([
    readCodeUsage(db, account.id, deps.nowMs()),
    listHostsOf(db, account.id),
    listFiles(db, account.id, { limit: MAX_FILES, after: null }),
    listLogos(db, account.id, { limit: MAX_IMAGES, after: null }),
  ]);
  const entries = [
    ...listTables(deps, account, codes),
    ...[null, ...hosts].flatMap((host) => listRedirects(deps, account, codes, host)),
    // The oldest first: what comes while somebody downloads the parts comes behind them.
    ...images.reverse().map((image) => toImageEntry(deps, account, image)),
    ...files.reverse().map((file) => toFileEntry(deps, file)),
  ];
  return cutIntoParts(entries, budget.everything);
}

/** By how many codes the table of their days, or of their edits, takes a query more. */
const [CODES_OF_DAYS, CODES_OF_EDITS] = [10, 50];

function listTables(deps: Dependencies, account: Account, codes: number): Entry[] {
  const { id } = account;
  const pages = countPages(codes);
  const hosts = { SHORT_URL_BASE: deps.shortUrlBase, CDN_URL: deps.cdnUrl };
  const openCodes = async (type: ExportType) =>
    streamExport(requireFound(await readAllQrCodes(deps, id, {})), type, hosts);
  const toTable = (file: 'scans.csv' | 'edits.ndjson', share: number) =>
    toEntry(file, pages + Math.ceil(codes / share), async () =>
      requireFound(await openFile(deps, id, { file, filter: {} })),
    );
  return [
    toEntry('codes.csv', 4 * pages, () => openCodes('text/csv')),
    toEntry('codes.ndjson', 4 * pages, () => openCodes('application/x-ndjson')),
    toEntry('templates.json', 1, async () => {
      const templates = (await listTemplates(deps.db, id)).map(toTemplateResource);
      return toJsonPieces(templates);
    }),
    toEntry('account.json', 1, async () =>
      toJsonPieces(toAccountResource(account, await findAccountBrand(deps.db, id))),
    ),
    toTable('scans.csv', CODES_OF_DAYS),
    toTable('edits.ndjson', CODES_OF_EDITS),
  ];
}

/** The redirects of a host for each server. What they lose is counted once. */
function listRedirects(deps: Dependencies, { id }: Account, codes: number, host: LinkHost | null): Entry[] {
  const shown = host ?? new URL(deps.shortUrlBase).hostname;
  const filter = host === null ? {} : { host };
  return REDIRECT_FILES.map((file) =>
    toEntry(`redirects/${shown}/${file}`, 2 * countPages(codes), async (lost) => {
      const note = file === 'redirects.json' ? noteLosses(shown, lost) : undefined;
      return requireFound(await openFile(deps, id, { file, filter }, note));
    }),
  );
}

function noteLosses(host: string, lost: Lost[]) {
  const found = new Map<string, Lost & { codes: number }>();
  const why = `no other server can do it: see redirects/${host}/redirects.csv`;
  return ({ leftOut, lost: losses }: StaticRedirect) => {
    for (const what of leftOut === null ? losses : [leftOut]) {
      const loss = found.get(what) ?? { what, why, host, codes: 0 };
      if (loss.codes++ > 0) continue;
      found.set(what, loss);
      lost.push(loss);
    }
  };
}

function toImageEntry(deps: Dependencies, account: Account, { id, bytes }: LogoImage): Entry {
  const open: Entry['open'] = async (lost) => {
    const file = await readImageFile(deps, account.id, id);
    return file ? { name: `images/${id}.${file.extension}`, pieces: [file.bytes] } : lose(lost, id);
  };
  return { queries: 1, bytes, open };
}

/** Its path in the archive is that of its address, so that a server of files has it there. */
function toFileEntry(deps: Dependencies, file: StoredFile): Entry {
  const name = decodeURIComponent(toFileUrl('', file)).slice(1);
  const open: Entry['open'] = async (lost) => {
    const pieces = await openObject(deps.files, file.id);
    return pieces ? { name, pieces } : lose(lost, `${file.id} (${file.name})`);
  };
  return { queries: 1, bytes: file.bytes, open };
}

function lose(lost: Lost[], what: string): null {
  lost.push({ what, why: 'it was deleted meanwhile, or its storage does not have it' });
  return null;
}

function countPages(codes: number): number {
  return Math.max(1, Math.ceil(codes / EXPORT_PAGE));
}

/** Without a search, nothing is refused. */
function requireFound<T>(result: Result<T, { readonly reason: string }>): T {
  if (!result.ok) throw new Error(`an export of everything: ${result.error.reason}`);
  return result.value;
}
