import type { Account } from '#core/accounts/account.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import { PLANS } from '#core/accounts/plan.ts';
import { CODE_ID_BYTES, type CodeId, createCodeId } from '#core/codes/code-id.ts';
import { type ListPosition, toListPosition } from '#core/lists/position.ts';
import { err, ok, type Result } from '#core/result.ts';
import {
  claimKey,
  type KeyClaim,
  type KeyProblem,
  releaseKey,
  toResponseStatements,
} from '#storage/codes/idempotency.ts';
import { exceeds, isQuotaRefusal, refuseWhere } from '#storage/accounts/quota-guard.ts';
import { type CodeUsage, readCodeUsage } from '#storage/accounts/usage.ts';
import { putImages } from '#storage/images/images.ts';
import { insertQrCodes } from '#storage/codes/qr-codes.ts';
import { isLogoMissing, refuseWithoutLogos } from '#storage/logos/logos.ts';
import type { Dependencies } from '../dependencies.ts';
import { add, admit } from './admit.ts';
import { copyShortLinks } from '../links/copy-short-links.ts';
import { type Draft, drawDraft, storeImages, toQrCode } from '../images/draw.ts';
import { findHolders, refuseTaken, toTaken } from './external-ids.ts';
import { findPictures, listLogoImages } from '../styles/logo-pictures.ts';
import { findTakenShortCodes } from '../links/short-codes.ts';
import { findHarm, joinHarm, listAddresses, screenTargets } from '../targets/screen-targets.ts';
import { type CheckedNewCode, checkNewCode, type CreateProblem, type CreateResult } from './new-code.ts';
import { parseTag, toTagKey } from '#core/codes/tags.ts';
import { findTags } from '#storage/codes/tags.ts';

export interface CreateRequest {
  readonly account: Pick<Account, 'id' | 'plan'>;
  readonly newCodes: readonly NewCode[];
  /** With an idempotency key, a retry creates nothing and gets the first response again. Null without one. */
  readonly claim: KeyClaim | null;
  /** Pure: writes the body of the response from one result for each new code, in order. Null if a result refuses the whole request. */
  readonly present: (results: readonly CreateResult[]) => string | null;
}

export interface CreateResponse {
  readonly body: string;
  /** True if an earlier request with the same key got this body first. */
  readonly isReplayed: boolean;
}

export type CreateFailure =
  | { readonly reason: 'refused'; readonly problems: readonly CreateProblem[] }
  | KeyProblem;

/** With 40 random bits, an id is already taken once in years. Several in a row mean that something else is broken. */
const MAX_ATTEMPTS = 5;

/** A Worker has six connections to R2, and each code stores two images. */
const CODES_AT_A_TIME = 3;

/**
 * Creates codes: chooses their ids, draws them and stores their images, then stores all rows in one transaction. So an existing code always
 * has its images. A refused code does not stop the others from being created.
 *
 * The transaction also stores the response under the idempotency key. A request that creates nothing releases its key, so that the caller
 * may correct the request and send it with the same key.
 */
export async function createQrCodes(
  deps: Dependencies,
  request: CreateRequest,
): Promise<Result<CreateResponse, CreateFailure>> {
  const { claim } = request;
  if (claim === null) return toOutcome(await createAll(deps, request));
  const claimed = await claimKey(deps.db, claim, deps.nowMs());
  if (!claimed.ok) return claimed;
  if (claimed.value !== null) return ok({ body: claimed.value, isReplayed: true });

  let created: Created | null = null;
  try {
    created = await createAll(deps, request);
    return toOutcome(created);
  } finally {
    // After an exception the rows may still be stored. Then their response is stored too, and a retry finds it.
    if (!created?.results.some((result) => result.ok)) await release(deps, claim);
  }
}

/** The response that an earlier request with the same key got; null if there is none. Claims nothing. */
export async function findFirstResponse(deps: Dependencies, claim: KeyClaim): Promise<string | null> {
  const claimed = await claimKey(deps.db, claim, deps.nowMs());
  if (claimed.ok && claimed.value === null) await release(deps, claim);
  return claimed.ok ? claimed.value : null;
}

/** Creates codes without storing a response: gives one result for each, in order. */
export async function createWithoutKey(
  deps: Dependencies,
  account: CreateRequest['account'],
  newCodes: readonly NewCode[],
): Promise<readonly CreateResult[]> {
  return (await createAll(deps, { account, newCodes, claim: null, present: () => null })).results;
}

interface Created {
  readonly results: readonly CreateResult[];
  readonly body: string | null;
}

function toOutcome({ results, body }: Created): Result<CreateResponse, CreateFailure> {
  if (body !== null) return ok({ body, isReplayed: false });
  return err({ reason: 'refused', problems: results.flatMap((result) => (result.ok ? [] : result.error)) });
}

async function createAll(deps: Dependencies, request: CreateRequest): Promise<Created> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const created = await tryToCreate(deps, request);
    if (created) return created;
  }
  throw new Error(`no free code id in ${MAX_ATTEMPTS} attempts`);
}

/**
 * Null if another code has one of the ids, or just got one of the external ids or short codes. Then no row is stored, and the sweep deletes
 * the images.
 */
async function tryToCreate(deps: Dependencies, request: CreateRequest): Promise<Created | null> {
  const [drafts, spellings] = await Promise.all([admitDrafts(deps, request), readSpellings(deps, request)]);
  const results = await mapInTurns(drafts, CODES_AT_A_TIME, async (draft) =>
    draft.ok ? makeQrCode(deps, draft.value) : draft,
  );
  if (!results.every((result) => result !== null)) return null;
  return store(deps, request, spellTags(results, spellings));
}

/** Draws a draft and stores its images. The caller stores the row. Null if the id already has images, and so belongs to another code. */
async function makeQrCode(deps: Dependencies, draft: Draft): Promise<CreateResult | null> {
  const symbol = await drawDraft(deps, draft);
  if (!symbol.ok) return symbol;
  const stored = await storeImages(deps, () => putImages(deps.images, draft.codeId, symbol.value));
  if (!stored.ok) return stored;
  return stored.value ? ok(toQrCode(draft, symbol.value)) : null;
}

const NOTHING: CodeUsage = { codes: 0, codes_per_month: 0, stored_bytes: 0 };

/**
 * Refuses codes that are invalid, harmful, have a taken external id or short code, or exceed the plan, before anything is drawn. Only valid
 * codes use up room, in addition to what is `taken` already.
 */
export async function admitDrafts(
  deps: Dependencies,
  request: Pick<CreateRequest, 'account' | 'newCodes'>,
  taken: CodeUsage = NOTHING,
): Promise<Result<Draft, CreateProblem[]>[]> {
  const { account, newCodes } = request;
  // The checks are independent of each other: one wait for all.
  const [harm, holders, takenNames, used, pictures] = await Promise.all([
    screenTargets(deps, newCodes.flatMap(listAddresses)),
    findHolders(deps, account.id, newCodes),
    findTakenShortCodes(deps, newCodes),
    readCodeUsage(deps.db, account.id, deps.nowMs()),
    findPictures(deps, account.id, newCodes),
  ]);
  const drafts = chooseIds(deps, request).map((draft) => {
    const harmful = findHarm(harm, listAddresses(draft.newCode));
    const checked = checkNewCode(deps, draft.newCode, pictures);
    return checked.ok && harmful.length === 0
      ? ok({ ...draft, ...checked.value })
      : err(joinHarm(harmful, checked.ok ? [] : checked.error));
  });
  const externalIds = newCodes.map(({ externalId }) => externalId);
  const shortCodes = newCodes.map(({ shortCode }) => shortCode);
  const free = refuseTaken(drafts, externalIds, {
    isTaken: (externalId) => holders.has(externalId),
    say: (externalId) => toTaken({ externalId, holder: holders.get(externalId) ?? null }),
  });
  const named = refuseTaken(free, shortCodes, {
    isTaken: (shortCode) => takenNames.has(shortCode),
    say: (shortCode, isInRequest) => ({
      code: 'short_code_taken',
      field: 'short_code',
      values: { shortCode, isInRequest },
    }),
  });
  return admit(account.plan, add(used, taken), named, ({ newCode, control, filing }) => ({
    ...newCode,
    ...filing,
    control,
  }));
}

/** Stores the codes and the response. If others took the room meanwhile, it stores the codes that still have room. */
async function store(
  deps: Dependencies,
  request: CreateRequest,
  results: readonly CreateResult[],
): Promise<Created | null> {
  const { account, claim, present } = request;
  const body = present(results);
  const codes = results.flatMap((result) => (result.ok ? [result.value] : []));
  if (codes.length === 0) return { results, body };
  const response = claim && body !== null ? toResponseStatements(deps.db, claim, body, deps.nowMs()) : [];
  const guard = refuseWhere(deps.db, exceeds(account.id, PLANS[account.plan].quotas, deps.nowMs()));
  const logos = refuseWithoutLogos(deps.db, account.id, listLogoImages(codes));
  try {
    if (!(await insertQrCodes(deps.db, codes, [...response, ...logos, guard]))) return null;
  } catch (error) {
    // Somebody deleted a logo's image meanwhile: the next attempt reports that.
    if (isLogoMissing(error)) return null;
    if (!isQuotaRefusal(error)) throw error;
    const used = await readCodeUsage(deps.db, account.id, deps.nowMs());
    return store(
      deps,
      request,
      admit(account.plan, used, results, (code) => code),
    );
  }
  deps.afterResponse(copyShortLinks(deps, codes));
  return { results, body };
}

/**
 * Chooses an id for each code. No two get the same position in lists: a millisecond has 1,024 of them, a request at most 100 codes. Lists
 * start with the highest position, so the first code gets it: a list then shows the codes of a request in their order.
 */
function chooseIds(
  deps: Dependencies,
  { account, newCodes }: Pick<CreateRequest, 'account' | 'newCodes'>,
): Omit<Draft, keyof CheckedNewCode>[] {
  const createdAtMs = deps.nowMs();
  const ids = new Map<ListPosition, CodeId>();
  while (ids.size < newCodes.length) {
    const codeId = createCodeId(deps.randomBytes(CODE_ID_BYTES));
    ids.set(toListPosition(createdAtMs, codeId), codeId);
  }
  const places = [...ids].sort(([a], [b]) => b - a).values();
  return newCodes.flatMap((newCode) => {
    const place = places.next().value;
    return place
      ? [{ newCode, accountId: account.id, codeId: place[1], position: place[0], createdAtMs }]
      : [];
  });
}

async function release(deps: Dependencies, claim: KeyClaim): Promise<void> {
  try {
    await releaseKey(deps.db, claim);
  } catch (error) {
    deps.reportFailure('idempotency_key_not_released', error);
  }
}

/** Like `Promise.all` over a map, with at most `width` items under way. */
async function mapInTurns<T, R>(
  items: readonly T[],
  width: number,
  map: (item: T) => R | Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < items.length; i += width) {
    results.push(...(await Promise.all(items.slice(i, i + width).map(map))));
  }
  return results;
}

/** The account's spellings of the tags in a request, by key. */
async function readSpellings(
  { db }: Pick<Dependencies, 'db'>,
  { account, newCodes }: Pick<CreateRequest, 'account' | 'newCodes'>,
): Promise<ReadonlyMap<string, string>> {
  const texts = newCodes.flatMap(({ filing }) => filing?.tags ?? []);
  const keys = texts.map(parseTag).flatMap((tag) => (tag.ok ? toTagKey(tag.value) : []));
  const known = await findTags(db, account.id, [...new Set(keys)]);
  return new Map([...known].map(([key, { name }]) => [key, name]));
}

/** New codes with their tags in the account's first spelling, including first uses earlier in the same request. */
function spellTags(
  results: readonly CreateResult[],
  known: ReadonlyMap<string, string>,
): readonly CreateResult[] {
  const spellings = new Map(known);
  const spell = (name: string) => {
    const key = toTagKey(name);
    if (!spellings.has(key)) spellings.set(key, name);
    return spellings.get(key) ?? name;
  };
  return results.map((result) =>
    result.ok ? ok({ ...result.value, tags: result.value.tags.map(spell) }) : result,
  );
}
