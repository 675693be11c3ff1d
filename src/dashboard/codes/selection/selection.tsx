import type { CodeId } from '#core/codes/code-id.ts';
import { deleteQrCode } from '#service/codes/delete.ts';
import { readQrCodePage } from '#service/codes/read.ts';
import { updateQrCode } from '#service/codes/update.ts';
import { takeFromPlan } from '../../accounts/sign-in/limit-attempts.ts';
import type { DashboardContext, StreamCodes } from '../../frame/dashboard-env.ts';
import { type Form, readForm } from '../../frame/form.ts';
import { PageError } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { toListPath } from '../list/list-query.ts';
import { ACTION_WORDS, type Refusal, toEditRequest, toRefusal } from './actions.ts';
import { downloadSelection } from './download.ts';
import { ConfirmPage, ProgressPage } from './pages.tsx';
import { type Progress, readSelection, type Selection } from './read-selection.ts';

/** All that match are counted before anything is done to them, and nobody waits for more. */
const MAX_SELECTED = 500;
const COUNTED_AT_A_TIME = 100;

/** At most so many codes are changed by one request. */
const MAX_CHANGED = 100;

/** `POST /codes/selection`: does what was chosen to the codes that were ticked. Asks before codes are deleted, and before all that match are changed. */
export function changeSelection(streamCodes: StreamCodes) {
  return async (c: DashboardContext): Promise<Response> => {
    const form = await readForm(c);
    if (form.value('action') === 'download') return downloadSelection(c, form, streamCodes);
    const selection = readSelection(form);
    const asks = selection.action === 'delete' || selection.codeIds === null;
    return asks ? askFirst(c, form, selection) : goOn(c, form, selection);
  };
}

/** `POST /codes/selection/run`: goes on with a selection that was confirmed. */
export async function runSelection(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const selection = readSelection(form);
  const count = readCount(form);
  const isDeletion = selection.action === 'delete';
  if (isDeletion && Number(form.trimmed('confirmation').replaceAll(',', '')) !== count) {
    form.refuse('confirmation', `Nothing was deleted, because this is not ${count}.`);
    return renderConfirmation(c, form, selection, count, 422);
  }
  return goOn(c, form, selection);
}

async function askFirst(c: DashboardContext, form: Form, selection: Selection): Promise<Response> {
  const count = await countSelection(c, selection);
  if (count === 0) throw new PageError(422, 'Nothing was changed', 'No code matches any more.');
  return renderConfirmation(c, form, selection, count);
}

function renderConfirmation(
  c: DashboardContext,
  form: Form,
  selection: Selection,
  count: number,
  status: 200 | 422 = 200,
) {
  const beforeMs = readBefore(form) ?? c.get('deps').nowMs();
  return renderPage(
    c,
    { title: `${ACTION_WORDS[selection.action].verb} codes`, section: 'Codes', status },
    <ConfirmPage form={form} selection={selection} count={count} beforeMs={beforeMs} />,
  );
}

/** Codes that were made after the question are not meant. */
function readBefore(form: Form): number | null {
  const text = /^\d{1,15}$/.exec(form.value('before'))?.[0];
  return text === undefined ? null : Number(text);
}

function readCount(form: Form): number {
  return Math.min(Number(/^\d{1,6}$/.exec(form.value('count'))?.[0] ?? 0), MAX_SELECTED);
}

async function countSelection(c: DashboardContext, { codeIds, query }: Selection): Promise<number> {
  if (codeIds) return codeIds.length;
  const accountId = c.get('person').account.id;
  let count = 0;
  let after = null;
  do {
    const page = await readQrCodePage(c.get('deps'), accountId, {
      limit: COUNTED_AT_A_TIME,
      after,
      filter: query.filter,
    });
    if (!page.ok) throw new PageError(400, 'Nothing was changed', 'Search for at least 3 characters.');
    count += page.value.codes.length;
    after = page.value.next;
  } while (after !== null && count <= MAX_SELECTED);
  if (count <= MAX_SELECTED) return count;
  throw new PageError(
    422,
    'Too many codes at once',
    `More than ${MAX_SELECTED} codes match. Choose more filters, so that fewer do.`,
    {},
    { href: toListPath(query.parameters), label: 'Back to the codes' },
  );
}

/** Changes as many codes as one request may, and shows how far that has come; the list, once all are done. */
async function goOn(c: DashboardContext, form: Form, selection: Selection): Promise<Response> {
  const { done } = selection.progress;
  const count = selection.codeIds?.length ?? readCount(form);
  const most = Math.min(MAX_CHANGED, c.get('deps').budget.bulkCodes, count - done);
  if (most <= 0) return c.redirect(toDonePath(selection, selection.progress), 303);
  const next = await findNext(c, selection, most, readBefore(form));
  let progress = selection.progress;
  let isLimited = false;
  for (const [i, codeId] of next.codeIds.entries()) {
    isLimited = !(await takeFromPlan(c));
    if (isLimited) break;
    const refusal = await changeOne(c, selection, codeId);
    progress = {
      done: progress.done + 1,
      refused: progress.refused + (refusal === null ? 0 : 1),
      why: progress.why ?? refusal,
      after: next.positions[i] ?? progress.after,
    };
  }
  // A page of a filtered list may be empty although others follow.
  if (!isLimited && next.end !== null) progress = { ...progress, after: next.end };
  const isDone = !isLimited && (progress.done >= count || (selection.codeIds === null && next.end === null));
  if (isDone) return c.redirect(toDonePath(selection, progress), 303);
  if (isLimited) c.header('Retry-After', '60');
  return renderPage(
    c,
    { title: 'Changing codes', section: 'Codes', status: isLimited ? 429 : 200 },
    <ProgressPage form={form} selection={{ ...selection, progress }} count={count} isLimited={isLimited} />,
  );
}

/** The next codes of a selection, where each stands in the list, and where the list goes on behind them; null at its end. */
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
  const page = await readQrCodePage(c.get('deps'), c.get('person').account.id, {
    limit: most,
    after: progress.after,
    filter: { ...query.filter, createdBeforeMs: beforeMs ?? undefined },
  });
  if (!page.ok) throw new PageError(400, 'Nothing was changed', 'Search for at least 3 characters.');
  const codes = page.value.codes.map(({ code }) => code);
  return {
    codeIds: codes.map(({ codeId }) => codeId),
    positions: codes.map(({ position }) => position),
    end: page.value.next,
  };
}

/** Why the code was left as it was; null where it was changed. */
async function changeOne(
  c: DashboardContext,
  { action, tags }: Selection,
  codeId: CodeId,
): Promise<Refusal | null> {
  const { id: editorId, account } = c.get('person');
  const editor = { accountId: account.id, plan: account.plan, editorId };
  const request = toEditRequest(action, tags);
  const result = request
    ? await updateQrCode(c.get('deps'), editor, codeId, request)
    : await deleteQrCode(c.get('deps'), editor, codeId);
  return result.ok ? null : toRefusal(result.error);
}

function toDonePath({ action, query }: Selection, { done, refused, why }: Progress): string {
  return toListPath([
    ...query.parameters,
    ['done', action],
    ['codes', String(done - refused)],
    ...(why === null
      ? []
      : ([
          ['left', String(refused)],
          ['why', why],
        ] as const)),
  ]);
}
