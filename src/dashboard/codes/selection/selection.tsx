import { say } from '#languages/say.ts';
import { streamExport } from '#service/exports/codes.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import { type CountedPart, countQrCodes, editAlike, findEndingBefore } from '#service/codes/change-many.ts';
import { writeCodes } from '#service/codes/write/write.ts';
import { findQrCodePage, readQrCode } from '#service/codes/read.ts';
import { readListLength } from '#service/lists/list-length.ts';
import { takeFromPlan } from '../../accounts/sign-in/limit-attempts.ts';
import { respondWithFile } from '../../frame/attachment.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { PageError } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { readUsualZone } from '../../frame/reader-zone.ts';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { listPageParameters, saySearchTooShort, toListPath } from '../list/list-query.ts';
import type { Refusal } from '../../frame/flash/outcome.ts';
import { extendedEnd, MAX_CHANGED, REFUSALS, sayAction, toEditRequest } from './actions.ts';
import { renderDownload } from './download-page.tsx';
import { ConfirmSelectionPage, CountingPage, ProgressPage, toFields } from './pages.tsx';
import { addToUndo, formatUndo, MAX_UNDONE, type Undo } from './undo.ts';
import {
  NO_PROGRESS,
  type Progress,
  readCodeIds,
  readListQuery,
  readSelection,
  sayNoneSelected,
  type Selection,
} from './read-selection.ts';

/** The most codes that one request counts. */
const MAX_COUNTED = 5_000;

/** `POST /codes/selection`: applies the action to the ticked codes. Asks before it deletes codes, and before a change too large to undo. */
export async function changeSelection(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  if (form.value('action') === 'download') return renderDownload(c, form, {});
  if (form.value('action') === 'table') return downloadSelection(c, form);
  const selection = readSelection(form);
  const asks = selection.action === 'delete' || selection.codeIds === null;
  return asks ? askFirst(c, form, selection) : goOn(c, form, selection);
}

/** `POST /codes/selection/run`: continues with a confirmed selection. */
export async function runSelection(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const selection = readSelection(form);
  const count = readCount(form);
  const isDeletion = selection.action === 'delete';
  if (isDeletion && Number(form.trimmed('confirmation').replaceAll(',', '')) !== count) {
    form.refuse(
      'confirmation',
      say('Nothing was deleted, because this is not {count}.', { count: String(count) }),
    );
    const beforeMs = readBefore(form) ?? c.get('deps').nowMs();
    return renderConfirmation(c, form, selection, { count, beforeMs }, 422);
  }
  return goOn(c, form, selection);
}

/** Counts the codes first: all of them, or as many as one request may, and then continues. */
async function askFirst(c: DashboardContext, form: Form, selection: Selection): Promise<Response> {
  const beforeMs = readBefore(form) ?? c.get('deps').nowMs();
  const counted = await countSelection(c, selection, beforeMs);
  const count = readCount(form) + counted.codes;
  if (counted.next !== null) {
    const progress = { ...NO_PROGRESS, after: counted.next };
    return renderPage(
      c,
      { title: say('Counting codes'), section: 'Codes' },
      <CountingPage form={form} selection={{ ...selection, progress }} count={count} beforeMs={beforeMs} />,
    );
  }
  if (selection.action !== 'delete' && count <= MAX_UNDONE && count > 0) {
    // Undo is better than a question.
    const counts = { count: String(count), before: String(beforeMs) };
    return goOn(c, new Form([...form.entries(), ...Object.entries(counts)]), {
      ...selection,
      progress: NO_PROGRESS,
    });
  }
  if (count === 0) throw new PageError(422, say('Nothing was changed'), say('No code matches any more.'));
  return renderConfirmation(c, form, { ...selection, progress: NO_PROGRESS }, { count, beforeMs });
}

function renderConfirmation(
  c: DashboardContext,
  form: Form,
  selection: Selection,
  { count, beforeMs }: { readonly count: number; readonly beforeMs: number },
  status: 200 | 422 = 200,
) {
  return renderPage(
    c,
    { title: sayAction(selection.action, count), section: 'Codes', status },
    <ConfirmSelectionPage form={form} selection={selection} count={count} beforeMs={beforeMs} />,
  );
}

/** Codes that were created after the question are not included. */
function readBefore(form: Form): number | null {
  const text = /^\d{1,15}$/.exec(form.value('before'))?.[0];
  return text === undefined ? null : Number(text);
}

function readCount(form: Form): number {
  return Number(/^\d{1,9}$/.exec(form.value('count'))?.[0] ?? 0);
}

async function countSelection(
  c: DashboardContext,
  { codeIds, query, progress: { after } }: Selection,
  beforeMs: number,
): Promise<CountedPart> {
  if (codeIds) return { codes: codeIds.length, next: null };
  const deps = c.get('deps');
  const accountId = c.get('person').account.id;
  if (after === null) {
    const { list } = await readListLength(deps, accountId, query.filter);
    if (list && !list.isMore) return { codes: list.codes, next: null };
  }
  const filter = { ...query.filter, createdBeforeMs: beforeMs };
  const counted = await countQrCodes(deps, accountId, filter, { after, most: MAX_COUNTED });
  if (!counted.ok) throw new PageError(400, say('Nothing was changed'), saySearchTooShort());
  return counted.value;
}

/** Changes as many codes as one request may, and shows the progress; once all are done, the list. */
async function goOn(c: DashboardContext, form: Form, selection: Selection): Promise<Response> {
  const { done } = selection.progress;
  const count = selection.codeIds?.length ?? readCount(form);
  const most = Math.min(MAX_CHANGED, c.get('deps').budget.bulkCodes, count - done);
  if (most <= 0) return showOutcome(c, selection);
  const next = await findNext(c, selection, most, readBefore(form));
  const admitted = await takeFromPlan(c, next.codeIds.length);
  const isLimited = admitted < next.codeIds.length;
  const { refused, undo } = await changeCodes(c, selection, next.codeIds.slice(0, admitted));
  let progress: Progress = {
    done: done + admitted,
    refused: selection.progress.refused + refused.length,
    why: selection.progress.why ?? refused[0] ?? null,
    after: next.positions[admitted - 1] ?? selection.progress.after,
  };
  // A page of a filtered list may be empty although others follow.
  if (!isLimited && next.end !== null) progress = { ...progress, after: next.end };
  const isDone = !isLimited && (progress.done >= count || (selection.codeIds === null && next.end === null));
  const changed = { ...selection, progress, undo };
  if (isDone) return showOutcome(c, changed);
  if (isLimited) c.header('Retry-After', '60');
  return renderPage(
    c,
    { title: say('Changing codes'), section: 'Codes', status: isLimited ? 429 : 200 },
    <ProgressPage
      action="/codes/selection/run"
      fields={{
        ...toFields(changed, count, readBefore(form) ?? 0),
        ...(selection.action === 'delete' ? { confirmation: count } : {}),
      }}
      done={progress.done}
      count={count}
      isLimited={isLimited}
      back={toListPath(selection.query.parameters)}
    />,
  );
}

/** The next codes of a selection, their positions in the list, and the position after them; null at its end. */
async function findNext(
  c: DashboardContext,
  { codeIds, query, progress }: Selection,
  most: number,
  beforeMs: number | null,
) {
  if (codeIds) {
    const next = codeIds.slice(progress.done, progress.done + most);
    return { codeIds: next, positions: [], end: null };
  }
  const page = await findQrCodePage(c.get('deps'), c.get('person').account.id, {
    limit: most,
    after: progress.after,
    filter: { ...query.filter, createdBeforeMs: beforeMs ?? undefined },
  });
  if (!page.ok) throw new PageError(400, say('Nothing was changed'), saySearchTooShort());
  const { codes } = page.value;
  return {
    codeIds: codes.map(({ codeId }) => codeId),
    positions: codes.map(({ position }) => position),
    end: page.value.next,
  };
}

/** Changes codes. Gives the reasons why some were left unchanged, and what takes back the changes so far. */
async function changeCodes(
  c: DashboardContext,
  { action, tags, undo }: Selection,
  chosen: readonly CodeId[],
): Promise<{ readonly refused: readonly Refusal[]; readonly undo: Undo | null }> {
  const [deps, person] = [c.get('deps'), c.get('person')];
  const extendedMs = extendedEnd(deps.nowMs(), readUsualZone(c));
  // Somebody may have moved or taken away an end since the page was shown: nothing ends earlier than it would have.
  const codeIds =
    action === 'extend' ? await findEndingBefore(deps, person.account.id, chosen, extendedMs) : chosen;
  const lasting = Array.from({ length: chosen.length - codeIds.length }, () => 'lasting' as const);
  const request = toEditRequest(action, { tags, extendedMs });
  const results = request
    ? await editAlike(deps, person, codeIds, request)
    : await writeCodes(
        deps,
        person,
        codeIds.map((codeId) => ({ kind: 'delete', codeId }) as const),
      );
  const edited = results.flatMap((result) => (result.ok && result.value ? [result.value] : []));
  return {
    refused: [...lasting, ...results.flatMap((result) => (result.ok ? [] : [REFUSALS[result.error.reason]]))],
    undo: undo && addToUndo(undo, edited),
  };
}

/** Returns to the list, which shows the outcome of the selection. */
function showOutcome(
  c: DashboardContext,
  { action, query, undo, progress: { done, refused, why } }: Selection,
): Response {
  const outcome = { action, changed: String(done - refused), left: String(refused), why: why ?? '' } as const;
  return redirectSaying(c, toListPath(listPageParameters(query)), outcome, formatUndo(undo));
}

/** More than fit on a page of the list. */
const MAX_DOWNLOADED = 20;

/** The ticked codes as CSV; for all matching codes, the list has its export. */
async function downloadSelection(c: DashboardContext, form: Form): Promise<Response> {
  if (form.isChecked('all')) {
    return c.redirect(toListPath(readListQuery(form).parameters, '/codes/export.csv'), 303);
  }
  const [deps, person] = [c.get('deps'), c.get('person')];
  const codeIds = readCodeIds(form).slice(0, MAX_DOWNLOADED);
  const found = await Promise.all(codeIds.map((codeId) => readQrCode(deps, person.account.id, codeId)));
  const codes = found.filter((code) => code !== null);
  if (codes.length === 0) throw new PageError(422, say('Nothing to download'), sayNoneSelected());
  await recordActivity(deps, person, { action: 'codes.exported', note: 'csv' });
  const body = streamExport({ first: codes, rest: none() }, 'text/csv', c.env);
  return respondWithFile(c, body, 'text/csv; charset=utf-8', 'qr-codes.csv');
}

// oxlint-disable-next-line require-yield
async function* none(): AsyncGenerator<readonly CountedQrCode[]> {}
