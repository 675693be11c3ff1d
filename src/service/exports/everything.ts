import type { Account } from '#core/accounts/account.ts';
import { streamParts } from '#core/bytes/byte-stream.ts';
import { type Cost, cutIntoParts, type Lost, NEVER_EXPORTED, README } from '#core/exports/everything.ts';
import { type ZipFile, ZipWriter } from '#core/exports/zip.ts';
import { MAX_FILES, type StoredFile, toFileUrl } from '#core/files/stored-file.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { type LogoImage, MAX_IMAGES } from '#core/logos/logo-image.ts';
import { REDIRECT_FILES, REDIRECT_FORMS } from '#core/redirects/forms.ts';
import type { StaticRedirect } from '#core/redirects/static-redirect.ts';
import { err, ok, type Result } from '#core/result.ts';
import { toTemplateResource } from '#contract/styles/templates.ts';
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
import { streamExport } from './codes.ts';
import { openFile } from './tables.ts';

/** A file of the archive that nothing was read of yet. */
interface Entry extends Cost {
  /** Adds what is lost, if there is nothing to write or not all of it. */
  readonly open: (lost: Lost[]) => Promise<ZipFile | null>;
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
  await charge(Math.min(reckonMs(entries), mostMs));
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
function reckonMs(entries: readonly Cost[]): number {
  return entries.reduce((ms, { queries, bytes }) => ms + 3 * queries + bytes / 200_000, 0);
}

async function* writePart(
  deps: Dependencies,
  entries: readonly Entry[],
  place: { readonly part: number; readonly parts: number },
): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter();
  const created_at = new Date(deps.nowMs()).toISOString();
  const [files, lost]: [string[], Lost[]] = [['README.txt'], [...NEVER_EXPORTED]];
  yield* zip.add(toText('README.txt', README, deps.nowMs()));
  for (const { open } of entries) {
    const file = await open(lost);
    if (!file) continue;
    files.push(file.name);
    yield* zip.add(file);
  }
  const manifest = { ...place, created_at, files, lost };
  yield* zip.add(toText('manifest.json', `${JSON.stringify(manifest, null, 1)}\n`, deps.nowMs()));
  yield* zip.end();
}

function toText(name: string, text: string, modifiedAtMs: number): ZipFile {
  return { name, pieces: [new TextEncoder().encode(text)], isPacked: false, modifiedAtMs };
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

/** What is read for each page of codes, and by how many codes their days and edits take a query more. */
const [CODES_OF_DAYS, CODES_OF_EDITS] = [10, 50];

function listTables(deps: Dependencies, { id }: Account, codes: number): Entry[] {
  const modifiedAtMs = deps.nowMs();
  const pages = countPages(codes);
  const hosts = { SHORT_URL_BASE: deps.shortUrlBase, CDN_URL: deps.cdnUrl };
  const ofCodes = ([name, type]: readonly [string, 'text/csv' | 'application/x-ndjson']): Entry => ({
    queries: 4 * pages,
    bytes: 0,
    open: async () => {
      const stream = streamExport(requireFound(await readAllQrCodes(deps, id, {})), type, hosts);
      return { name, pieces: stream, isPacked: false, modifiedAtMs };
    },
  });
  const templates: Entry = {
    queries: 1,
    bytes: 0,
    open: async () => {
      const all = (await listTemplates(deps.db, id)).map(toTemplateResource);
      return toText('templates.json', `${JSON.stringify(all, null, 1)}\n`, modifiedAtMs);
    },
  };
  return [
    ...(
      [
        ['codes.csv', 'text/csv'],
        ['codes.ndjson', 'application/x-ndjson'],
      ] as const
    ).map(ofCodes),
    templates,
    ...(
      [
        ['scans.csv', CODES_OF_DAYS],
        ['edits.ndjson', CODES_OF_EDITS],
      ] as const
    ).map(([name, share]) => ({
      queries: pages + Math.ceil(codes / share),
      bytes: 0,
      open: async () => {
        const opened = requireFound(await openFile(deps, id, { file: name, filter: {} }));
        return { name, pieces: opened, isPacked: false, modifiedAtMs };
      },
    })),
  ];
}

/** The redirects of a host for each server. What they lose is counted once. */
function listRedirects(deps: Dependencies, { id }: Account, codes: number, host: LinkHost | null): Entry[] {
  const shown = host ?? new URL(deps.shortUrlBase).hostname;
  return REDIRECT_FILES.map((file) => ({
    queries: 2 * countPages(codes),
    bytes: 0,
    open: async (lost) => {
      const note = file === 'redirects.json' ? noteLosses(shown, lost) : undefined;
      const filter = host === null ? {} : { host };
      const pieces = requireFound(await openFile(deps, id, { file, filter }, note));
      const isPacked = 'isCompressed' in REDIRECT_FORMS[file];
      return { name: `redirects/${shown}/${file}`, pieces, isPacked, modifiedAtMs: deps.nowMs() };
    },
  }));
}

function noteLosses(host: string, lost: Lost[]) {
  const found = new Map<string, { -readonly [Key in keyof Lost]: Lost[Key] } & { codes: number }>();
  return ({ leftOut, lost: losses }: StaticRedirect) => {
    for (const what of leftOut === null ? losses : [leftOut]) {
      const known = found.get(what);
      if (known) known.codes++;
      else {
        const added = {
          what,
          why: `no other server can do it: see redirects/${host}/redirects.csv`,
          host,
          codes: 1,
        };
        found.set(what, added);
        lost.push(added);
      }
    }
  };
}

function toImageEntry(deps: Dependencies, account: Account, { id, bytes, createdAtMs }: LogoImage): Entry {
  return {
    queries: 1,
    bytes,
    open: async (lost) => {
      const file = await readImageFile(deps, account.id, id);
      if (!file) return lose(lost, id);
      const isPacked = file.extension === 'png';
      return {
        name: `images/${id}.${file.extension}`,
        pieces: [file.bytes],
        isPacked,
        modifiedAtMs: createdAtMs,
      };
    },
  };
}

/** Its path in the archive is that of its address, so that a server of files has it there. */
function toFileEntry(deps: Dependencies, file: StoredFile): Entry {
  return {
    queries: 1,
    bytes: file.bytes,
    open: async (lost) => {
      const pieces = await openObject(deps.files, file.id);
      if (!pieces) return lose(lost, `${file.id} (${file.name})`);
      const name = decodeURIComponent(toFileUrl('', file)).slice(1);
      return { name, pieces, isPacked: true, modifiedAtMs: file.createdAtMs };
    },
  };
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
