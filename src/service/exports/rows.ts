import type { CodeId } from '#core/codes/code-id.ts';
import type { QrCodeFilter } from '#core/lists/filter.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { REDIRECT_FORMS, type RedirectFileName } from '#core/redirects/forms.ts';
import { toStaticRedirect } from '#core/redirects/static-redirect.ts';
import { ok, type Result } from '#core/result.ts';
import { type EditOfCode, listEditsOfCodes } from '#storage/codes/edits.ts';
import { type CodeDay, listDaysOfCodes } from '#storage/scans/days.ts';
import type { Dependencies } from '../dependencies.ts';
import { readStatus } from '../codes/control.ts';
import { eachPage } from '../lists/page-stream.ts';
import { findAllQrCodes, type SearchProblem } from '../codes/read.ts';

/** The data that an account takes with it when it leaves, as streams that hold one page in memory, never the account. */

type Parts<Part> = Result<AsyncGenerator<Part>, SearchProblem>;

/** The redirects of the codes that match a filter, newest first, in the format of a file; gzip if that format is compressed. */
export async function openRedirects(
  deps: Dependencies,
  accountId: string,
  { file, filter }: { readonly file: RedirectFileName; readonly filter: QrCodeFilter },
): Promise<Parts<string | Uint8Array>> {
  const pages = await findAllQrCodes(deps, accountId, filter);
  if (!pages.ok) return pages;
  const form = REDIRECT_FORMS[file].begin({ base: deps.shortUrlBase });

  async function* write(codes: AsyncIterable<readonly QrCode[]>): AsyncGenerator<string | Uint8Array> {
    yield form.head();
    for await (const page of codes)
      for (const code of page) yield form.write(toStaticRedirect(code, readStatus(code, deps.nowMs())));
    yield form.foot();
  }
  return ok(write(eachPage(pages.value)));
}

/** A code that export rows belong to. */
type Owner = Pick<QrCode, 'codeId' | 'shortCode' | 'externalId'>;

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
      for (let after: CodeDay | null = null; ;) {
        const days: CodeDay[] = await listDaysOfCodes(deps.db, [...owners.keys()], {
          after,
          limit: ROWS_AT_A_TIME,
        });
        yield days.map(({ codeId, day, scans }) => ({
          code: ownerOf(owners, codeId),
          day,
          origin: 'here',
          scans,
        }));
        if (days.length < ROWS_AT_A_TIME) break;
        after = days.at(-1) ?? null;
      }
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
      for (let after: EditOfCode | null = null; ;) {
        const request = { limit: EDITS_AT_A_TIME, after };
        const edits: EditOfCode[] = await listEditsOfCodes(deps.db, accountId, [...owners.keys()], request);
        yield edits.map((edit) => ({ ...edit, code: ownerOf(owners, edit.codeId) }));
        if (edits.length < EDITS_AT_A_TIME) break;
        after = edits.at(-1) ?? null;
      }
    }
  }
  return ok(read(eachPage(pages.value)));
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
