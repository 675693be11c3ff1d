import type {
  ChangeProblem,
  CreateProblem,
  DeleteProblem,
  NotCreated,
  UpsertProblem,
} from '#contract/codes/write-problems.ts';
import type { Actor } from '#core/accounts/account.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { EditRequest, NewCode, Upsert, UpsertOutcome } from '#core/codes/code-request.ts';
import type { ExpectedRevisions, QrCode } from '#core/codes/qr-code.ts';
import { err, ok, type Result } from '#core/result.ts';
import { findQrCodes } from '#storage/codes/code-states.ts';
import { findByExternalIds } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../../dependencies.ts';
import { findFileAddresses } from '../../files/addresses.ts';
import { copyShortLinks } from '../../links/copy-short-links.ts';
import { findPictures } from '../../styles/logo-pictures.ts';
import { listAddresses, type Screening, startScreening } from '../../targets/screen-targets.ts';
import { checkEdit } from './check-edit.ts';
import { deleteCodes, type Deletion } from './delete-codes.ts';
import { compareWithCode, NO_CONDITIONS, type UpsertConditions } from './compare.ts';
import { findCodeByExternalId, toTaken } from '../external-ids.ts';
import { type Answer, createCodes } from './new-codes.ts';
import { checkPastState, type PastState } from './past-state.ts';
import { storeEdits, type StoredEdit } from './store-edits.ts';

/** The one way to create, change and delete codes: docs/decisions/writing-codes.md. */

/** What somebody wants of a code. */
export type Wish =
  | { readonly kind: 'create'; readonly newCode: NewCode }
  | {
      readonly kind: 'edit';
      /** Null for a name that no code has. */
      readonly codeId: CodeId | null;
      readonly request: EditRequest;
      readonly expected?: ExpectedRevisions | null;
    }
  /** The code of an external id: it is created if there is none, and changed where it differs. */
  | { readonly kind: 'upsert'; readonly upsert: Upsert; readonly conditions?: UpsertConditions }
  | { readonly kind: 'restore'; readonly codeId: CodeId; readonly request: PastState }
  | Deletion;

/** A code after its wish was fulfilled. */
export interface Written {
  readonly code: QrCode;
  readonly outcome: UpsertOutcome;
}

/** A code after a change, and the version that was changed. */
export interface Changed extends Written {
  readonly before: QrCode;
}

/** A wish that reads its code first. */
type Write = Exclude<Wish, Deletion>;

/** What becomes of each kind of wish. */
interface Results {
  readonly create: Result<Written, NotCreated>;
  readonly edit: Result<Changed, ChangeProblem>;
  readonly upsert: Result<Written, UpsertProblem>;
  readonly restore: Result<Changed, ChangeProblem>;
  readonly delete: Result<null, DeleteProblem>;
}
export type ResultOf<Kind extends Wish['kind']> = Results[Kind];
type AnyResult = Result<Written | Changed, UpsertProblem>;
type Settled = readonly (readonly [Wish, AnyResult])[];

/** The most attempts, because others may write the same codes at the same time: each attempt starts from their result. */
const MAX_ATTEMPTS = 5;

/**
 * Creates, changes and deletes codes. Gives one result for each wish, in order; one that is refused does not undo the others. All codes are
 * read, screened and stored together, so that many wait as long as one. A new code has its images before it exists. A change leaves the
 * images as they are, and one that changes nothing leaves the revision as it is.
 *
 * @param wishes at most one change for each code, which may stand there several times, and one upsert for each external id
 * @param answer what is stored together with new codes; then all wishes create
 */
export async function writeCodes<W extends Wish>(
  deps: Dependencies,
  actor: Actor,
  wishes: readonly W[],
  answer: Answer | null = null,
): Promise<readonly ResultOf<W['kind']>[]> {
  const all: readonly Wish[] = wishes;
  const writes = [...new Set(all.filter((wish) => wish.kind !== 'delete'))];
  const screened = [...new Set(writes.map(toScreened))].flatMap(listAddresses);
  const screen = startScreening(deps, actor.account.id, screened);
  const deletions = all.filter((wish) => wish.kind === 'delete');
  const settled = new Map<Wish, AnyResult | ResultOf<'delete'>>(await deleteCodes(deps, actor, deletions));
  let drawn: ReadonlyMap<Write, QrCode> = new Map();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const open = writes.filter((wish) => !settled.has(wish));
    if (open.length === 0) break;
    const codeOf = await findCodes(deps, actor, open);
    const creations = new Map<Write, NewCode>();
    const changes: Change[] = [];
    for (const wish of open) {
      const step = decide(deps, wish, codeOf(wish));
      if (!step.ok) settled.set(wish, step);
      else if ('outcome' in step.value) settled.set(wish, ok(step.value));
      else if ('newCode' in step.value) creations.set(wish, step.value.newCode);
      else changes.push(step.value);
    }
    const [created, changed] = await Promise.all([
      createCodes(deps, actor, creations, { drawn, screen, answer }),
      changeCodes(deps, actor, changes, screen),
    ]);
    ({ drawn } = created);
    for (const [wish, result] of [...toWritten(created.results), ...changed]) settled.set(wish, result);
  }
  for (const wish of writes) if (!settled.has(wish)) settled.set(wish, await giveUp(deps, actor, wish));
  return wishes.map((wish) => settled.get(wish) as ResultOf<W['kind']>);
}

export async function writeCode<W extends Wish>(
  deps: Dependencies,
  actor: Actor,
  wish: W,
): Promise<ResultOf<W['kind']>> {
  const [result] = await writeCodes(deps, actor, [wish]);
  if (!result) throw new Error('a wish has no result');
  return result;
}

function toScreened(wish: Write) {
  switch (wish.kind) {
    case 'create':
      return wish.newCode;
    case 'upsert':
      return wish.upsert.newCode;
    case 'edit':
    case 'restore':
      return wish.request;
  }
}

/** Reads the codes of wishes: by id, and by external id. */
async function findCodes(
  { db }: Dependencies,
  { account }: Actor,
  wishes: readonly Write[],
): Promise<(wish: Write) => QrCode | null> {
  const codeIds = wishes.flatMap((wish) => ('codeId' in wish ? (wish.codeId ?? []) : []));
  const externalIds = wishes.flatMap((wish) => (wish.kind === 'upsert' ? [wish.upsert.externalId] : []));
  const [named, numbered] = await Promise.all([
    externalIds.length === 0 ? [] : findByExternalIds(db, account.id, externalIds),
    codeIds.length === 0 ? [] : findQrCodes(db, account.id, codeIds),
  ]);
  const byExternalId = new Map(named.map((code) => [code.externalId, code]));
  const byId = new Map(numbered.map((code) => [code.codeId, code]));
  return (wish) => {
    if (wish.kind === 'create') return null;
    if (wish.kind === 'upsert') return byExternalId.get(wish.upsert.externalId) ?? null;
    return (wish.codeId && byId.get(wish.codeId)) ?? null;
  };
}

interface Change {
  readonly wish: Write;
  readonly code: QrCode;
  readonly request: EditRequest | PastState;
  readonly expected: ExpectedRevisions | null;
}

/** What a wish comes to, given its code: a new code, a change, nothing to do, or why it cannot be. */
function decide(
  deps: Dependencies,
  wish: Write,
  code: QrCode | null,
): Result<{ readonly newCode: NewCode } | Change | Written, UpsertProblem> {
  if (wish.kind === 'create') return ok({ newCode: wish.newCode });
  if (wish.kind === 'upsert') {
    const { upsert, conditions = NO_CONDITIONS } = wish;
    if (!code && conditions.mustExist) return err({ reason: 'code_missing' });
    if (!code) return ok({ newCode: { ...upsert.newCode, externalId: upsert.externalId } });
    const request = compareWithCode(deps, upsert, code, conditions);
    if (!request.ok) return request;
    if (Object.keys(request.value).length === 0) return ok({ code, outcome: 'unchanged' });
    return ok({ wish, code, request: request.value, expected: conditions.expected });
  }
  if (!code) return err({ reason: 'not_found' });
  const { request } = wish;
  const isForDynamic = isOfScans(request);
  if (!code.isDynamic && isForDynamic) return err({ reason: 'code_not_dynamic' });
  const { revision } = code;
  const expected = (wish.kind === 'edit' && wish.expected) || null;
  if (expected && !expected.has(revision)) return err({ reason: 'precondition_failed', revision });
  return ok({ wish, code, request, expected });
}

/** Whether an edit decides about scans, and a static code refuses it. */
export function isOfScans(request: EditRequest | PastState): boolean {
  const content = 'content' in request ? request.content : undefined;
  return (request.target ?? content ?? request.control) !== undefined;
}

/** New codes as results. Leaves out an upsert whose external id somebody else took meanwhile: the next attempt compares their code. */
function toWritten(created: ReadonlyMap<Write, Result<QrCode, CreateProblem[]>>): Settled {
  return [...created].flatMap(([wish, result]): Settled => {
    if (result.ok) return [[wish, ok({ code: result.value, outcome: 'created' })]];
    const problems = result.error;
    // The code that has the id by now may also have the short code.
    const isTaken = problems.some((problem) => 'code' in problem && problem.code === 'external_id_taken');
    return wish.kind === 'upsert' && isTaken ? [] : [[wish, err({ reason: 'not_created', problems })]];
  });
}

/** Changes codes. Leaves out those that somebody else changed or deleted meanwhile. */
async function changeCodes(
  deps: Dependencies,
  actor: Actor,
  changes: readonly Change[],
  screen: Screening,
): Promise<Settled> {
  if (changes.length === 0) return [];
  // The screening service, which costs, is asked only about codes that can lead to its addresses.
  const requests = changes.map(({ code: { type }, request }) => ({ ...request, type }));
  const [refused, pictures, files] = await Promise.all([
    screen(requests.flatMap(listAddresses)),
    findPictures(deps, actor.account.id, requests),
    findFileAddresses(deps, actor.account.id, requests),
  ]);
  const known = { refused, pictures, files };
  const checked = await Promise.all(
    changes.map(async ({ wish, code, request, expected }) => {
      const edit =
        'isPast' in request
          ? checkPastState(deps, code, request, known)
          : await checkEdit(deps, code, request, known);
      return { wish, before: code, edit, expected };
    }),
  );
  const stored = await storeEdits(
    deps,
    actor,
    checked.flatMap(({ edit, ...rest }) => (edit.ok ? [{ ...rest, edit: edit.value }] : [])),
  );
  const results = await Promise.all(
    checked.map(async ({ wish, before, edit }): Promise<Settled[number] | null> => {
      if (!edit.ok) return [wish, err({ reason: 'invalid_fields', problems: edit.error })];
      const result = await toChanged(deps, before, edit.value.externalId, stored.get(before.codeId));
      return result && [wish, result];
    }),
  );
  const changed = results.flatMap((one) =>
    one?.[1].ok && one[1].value.outcome === 'updated' ? [one[1].value.code] : [],
  );
  if (changed.length > 0) deps.afterResponse(copyShortLinks(deps, changed));
  return results.filter((one) => one !== null);
}

async function toChanged(
  deps: Dependencies,
  before: QrCode,
  externalId: string | null = null,
  stored: StoredEdit | undefined,
): Promise<AnyResult | null> {
  if (!stored) throw new Error('a checked edit has no result');
  if (stored.ok) {
    const code = stored.value;
    return code && ok({ code, before, outcome: code.revision === before.revision ? 'unchanged' : 'updated' });
  }
  if (stored.error.reason === 'quota_exceeded') return err(stored.error);
  const holder = await findCodeByExternalId(deps, before.accountId, externalId ?? '');
  return err({ reason: 'invalid_fields', problems: [toTaken({ externalId: externalId ?? '', holder })] });
}

/** The result of a wish that others kept from being fulfilled in every attempt. */
async function giveUp(deps: Dependencies, actor: Actor, wish: Write): Promise<AnyResult> {
  const code = (await findCodes(deps, actor, [wish]))(wish);
  if (code) return err({ reason: 'precondition_failed', revision: code.revision });
  if ('codeId' in wish) return err({ reason: 'not_found' });
  throw new Error(`no new code could be stored in ${MAX_ATTEMPTS} attempts`);
}
