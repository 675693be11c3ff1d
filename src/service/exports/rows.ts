import type { CodeId } from '#core/codes/code-id.ts';
import type { QrCodeFilter } from '#core/lists/filter.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { toBase } from '#core/links/link-address.ts';
import type { PrintedLink } from '#core/links/printed-url.ts';
import { REDIRECT_FORMS, type RedirectFileName } from '#core/redirects/forms.ts';
import { allNames, type StaticRedirect, toStaticRedirect } from '#core/redirects/static-redirect.ts';
import { ok, type Result } from '#core/result.ts';
import { type EditOfCode, listEditsOfCodes } from '#storage/codes/edits.ts';
import { listAddedNamesOf } from '#storage/links/names.ts';
import { type CodeDay, listDaysOfCodes } from '#storage/scans/days.ts';
import type { Dependencies } from '../dependencies.ts';
import { readStatus } from '../codes/control.ts';
import { eachPage } from '../lists/page-stream.ts';
import { findAllQrCodes, type SearchProblem } from '../codes/read.ts';

/** The exports of an account, as streams that hold one page in memory, never the account. */

type Parts<Part> = Result<AsyncGenerator<Part>, SearchProblem>;

/**
 * The redirects of a host, the operator's by default, for the codes that match a filter, newest first, in the format of a file; gzip if that
 * format is compressed. `note` hears of each of them.
 */
export async function openRedirects(
  deps: Dependencies,
  accountId: string,
  { file, filter: { host, ...filter } }: { readonly file: RedirectFileName; readonly filter: QrCodeFilter },
  note: (redirect: StaticRedirect) => void = () => undefined,
): Promise<Parts<string | Uint8Array>> {
  const pages = await findAllQrCodes(deps, accountId, filter);
  if (!pages.ok) return pages;
  const base = toBase(deps.shortUrlBase, host ?? null);
  const form = REDIRECT_FORMS[file].begin({ base });

  async function* write(codes: AsyncIterable<readonly QrCode[]>): AsyncGenerator<string | Uint8Array> {
    yield form.head();
    for await (const page of codes) {
      const added = await listAddedNamesOf(
        deps.db,
        page.map(({ codeId }) => codeId),
      );
      for (const code of page) {
        const names = added.get(code.codeId) ?? [];
        const moved = withFileOn(base, code);
        const redirect = toStaticRedirect(moved, readStatus(code, deps.nowMs()), host ?? null, names);
        if (allNames(redirect).length === 0) continue;
        note(redirect);
        yield form.write(redirect);
      }
    }
    yield form.foot();
  }
  return ok(write(eachPage(pages.value)));
}

/** A code that opens a file, which the server of the redirects has at the same path: this service may be gone. */
function withFileOn(base: string, code: QrCode): QrCode {
  const [path] = (code.type === 'file' && /\/file\/[^/]+\/[^/]+$/.exec(code.redirectTo ?? '')) || [];
  return path === undefined ? code : { ...code, redirectTo: base + path };
}

/** A code that export rows belong to. */
type Owner = PrintedLink & Pick<QrCode, 'externalId'>;

/** Scans of a code on a UTC day: counted here, or by the service that it was imported from. */
export interface ScansOfDay {
  readonly code: Owner;
  readonly day: string;
  readonly origin: 'here' | 'imported';
  readonly scans: number;
}

/** Rows read at a time for a page of codes. */
const ROWS_AT_A_TIME = 2_000;

/** Daily scans of the codes that match a filter, as of the last roll-up. */
export async function openScanDays(
  deps: Dependencies,
  accountId: string,
  filter: QrCodeFilter,
): Promise<Parts<readonly ScansOfDay[]>> {
  const pages = await findAllQrCodes(deps, accountId, filter);
  if (!pages.ok) return pages;

  async function* read(codes: AsyncIterable<readonly QrCode[]>): AsyncGenerator<readonly ScansOfDay[]> {
    for await (const page of codes) {
      for (const code of page) yield listImportedDays(code);
      const owners = byId(page);
      const steps = inSteps<CodeDay>(ROWS_AT_A_TIME, (request) =>
        listDaysOfCodes(deps.db, [...owners.keys()], request),
      );
      for await (const days of steps)
        yield days.map(({ codeId, day, scans }) => ({
          code: ownerOf(owners, codeId),
          day,
          origin: 'here',
          scans,
        }));
    }
  }
  return ok(read(eachPage(pages.value)));
}

function listImportedDays(code: QrCode): ScansOfDay[] {
  const days = Object.entries(code.origin?.scansByDay ?? {});
  return days.map(([day, scans]) => ({ code, day, origin: 'imported', scans }));
}

export interface CodeEdit extends EditOfCode {
  readonly code: Owner;
}

/** Smaller pages: an entry may hold two targets and two versions of control. */
const EDITS_AT_A_TIME = 200;

/** The history of the codes that match a filter. */
export async function openEdits(
  deps: Dependencies,
  accountId: string,
  filter: QrCodeFilter,
): Promise<Parts<readonly CodeEdit[]>> {
  const pages = await findAllQrCodes(deps, accountId, filter);
  if (!pages.ok) return pages;

  async function* read(codes: AsyncIterable<readonly QrCode[]>): AsyncGenerator<readonly CodeEdit[]> {
    for await (const page of codes) {
      const owners = byId(page);
      const steps = inSteps<EditOfCode>(EDITS_AT_A_TIME, (request) =>
        listEditsOfCodes(deps.db, accountId, [...owners.keys()], request),
      );
      for await (const edits of steps)
        yield edits.map((edit) => Object.assign(edit, { code: ownerOf(owners, edit.codeId) }));
    }
  }
  return ok(read(eachPage(pages.value)));
}

/** All rows of a list that is read a number of rows at a time. */
async function* inSteps<Row>(
  limit: number,
  list: (request: { readonly limit: number; readonly after: Row | null }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after: Row | null = null; ;) {
    const rows: Row[] = await list({ limit, after });
    yield rows;
    if (rows.length < limit) return;
    after = rows.at(-1) ?? null;
  }
}

function byId(codes: readonly QrCode[]): ReadonlyMap<CodeId, Owner> {
  return new Map(codes.map((code) => [code.codeId, code]));
}

function ownerOf(owners: ReadonlyMap<CodeId, Owner>, codeId: CodeId): Owner {
  const owner = owners.get(codeId);
  if (!owner) throw new Error(`no code ${codeId} was asked for`);
  return owner;
}

/** Pages of rows as the lines of a file, after its header. */
export async function* toLines<Row>(
  pages: AsyncIterable<readonly Row[]>,
  toLine: (row: Row) => string,
  head = '',
): AsyncGenerator<string> {
  yield head;
  for await (const rows of pages) yield rows.map(toLine).join('');
}
