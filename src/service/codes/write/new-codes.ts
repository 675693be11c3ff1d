import type { Actor } from '#core/accounts/account.ts';
import { PLANS } from '#core/accounts/plan.ts';
import { CODE_ID_BYTES, createCodeId } from '#core/codes/code-id.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { parseTag, toTagKey } from '#core/codes/tags.ts';
import { listKeys, toCompanyPart, toPrintedName } from '#core/gs1/printed-name.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { err, ok, type Result } from '#core/result.ts';
import { exceeds, isQuotaRefusal, refuseWhere } from '#storage/accounts/quota-guard.ts';
import { type CodeUsage, readCodeUsage } from '#storage/accounts/usage.ts';
import { type KeyClaim, toResponseStatements } from '#storage/codes/idempotency.ts';
import { insertQrCodes, listIssuedIds } from '#storage/codes/qr-codes.ts';
import { findTags } from '#storage/codes/tags.ts';
import {
  findPrintableHosts,
  isDomainMissing,
  type PrintableHosts,
  refuseWithoutDomains,
} from '#storage/domains/domains.ts';
import { isFileMissing, refuseWithoutFiles } from '#storage/files/files.ts';
import { isPrefixMissing, refuseWithoutPrefixes } from '#storage/gs1/prefixes.ts';
import { isLogoMissing, refuseWithoutLogos } from '#storage/logos/logos.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Draft, layOutDraft, storeImages, toQrCode } from '../../images/draw.ts';
import { findFileAddresses, listFileIds } from '../../files/addresses.ts';
import { copyShortLinks } from '../../links/copy-short-links.ts';
import { approveKeys, readPrefixes } from '../../links/approved-keys.ts';
import { chosenName, findTakenNames } from '../../links/names.ts';
import { publishImages, withImageSide } from '../../logos/public-images.ts';
import { findPictures, listImages, listPreviewImages } from '../../styles/logo-pictures.ts';
import {
  findHarm,
  joinHarm,
  listAddresses,
  type Screening,
  startScreening,
} from '../../targets/screen-targets.ts';
import { add, admit } from './admit.ts';
import { findHolders, refuseTaken, toTaken } from '../external-ids.ts';
import type { CreateProblem } from '#contract/codes/write-problems.ts';
import { checkNewCode, type CreateResult } from '../new-code.ts';

/** What is stored with new codes, in their transaction. */
export interface Answer {
  /** The idempotency key under which the response is stored; null without one. */
  readonly claim: KeyClaim | null;
  /** Pure: writes the body of the response from one result for each new code, in order. Null if a result refuses the whole request. */
  readonly present: (results: readonly CreateResult[]) => string | null;
}

interface Attempt<Wish> {
  /** Codes that an earlier attempt drew. */
  readonly drawn: ReadonlyMap<Wish, QrCode>;
  readonly screen: Screening;
  readonly answer: Answer | null;
}

interface Created<Wish> {
  /** None if somebody else got an id, an external id or a short code first: then the next attempt checks everything again. */
  readonly results: ReadonlyMap<Wish, CreateResult>;
  /** What need not be drawn again. The sweep deletes the images of codes that are refused then. */
  readonly drawn: ReadonlyMap<Wish, QrCode>;
}

/** With 40 random bits, an id is already taken once in years. Several in a row mean that something else is broken. */
const MAX_IDS = 5;

/** A Worker has six connections to R2, and each code stores two images. */
const CODES_AT_A_TIME = 3;

/**
 * Creates codes: chooses their ids, draws them and stores their images, then stores all rows in one transaction. So where there is a bucket,
 * an existing code always has its images. A refused code does not stop the others.
 */
export async function createCodes<Wish>(
  deps: Dependencies,
  actor: Actor,
  wanted: ReadonlyMap<Wish, NewCode>,
  { drawn, screen, answer }: Attempt<Wish>,
): Promise<Created<Wish>> {
  if (wanted.size === 0) return { results: new Map(), drawn };
  const wishes = [...wanted.keys()];
  const newCodes = [...wanted.values()];
  const [drafts, spellings] = await Promise.all([
    admitDrafts(deps, actor, newCodes, { screen }),
    readSpellings(deps, actor, newCodes),
  ]);
  const known = wishes.map((wish) => drawn.get(wish));
  const results = await mapInTurns(drafts, CODES_AT_A_TIME, (draft, i) => {
    const code = known[i];
    return draft.ok ? (code ? ok(code) : makeQrCode(deps, draft.value)) : draft;
  });
  const stored = await store(deps, actor, spellTags(results, spellings), answer);
  const byWish = <T>(items: readonly T[]) =>
    new Map(wishes.flatMap((wish, i) => items.slice(i, i + 1).map((item) => [wish, item] as const)));
  if (stored) return { results: byWish(stored), drawn };
  const made = results.map((result) => (result.ok ? result.value : null));
  const issued = await listIssuedIds(
    deps.db,
    made.flatMap((code) => code?.codeId ?? []),
  );
  const kept = [...byWish(made)].flatMap(([wish, code]) =>
    code && !issued.has(code.codeId) ? [[wish, oneMsLater(code)] as const] : [],
  );
  return { results: new Map(), drawn: new Map(kept) };
}

/** A millisecond has places for 1,024 codes in lists. */
function oneMsLater(code: QrCode): QrCode {
  return { ...code, createdAtMs: code.createdAtMs + 1, updatedAtMs: code.updatedAtMs + 1 };
}

/** Chooses an id, draws a draft and stores its images. The caller stores the row. */
async function makeQrCode(deps: Dependencies, draft: Draft): Promise<CreateResult> {
  for (let attempt = 0; attempt < MAX_IDS; attempt++) {
    const codeId = createCodeId(deps.randomBytes(CODE_ID_BYTES));
    const laidOut = await layOutDraft(deps, codeId, draft);
    if (!laidOut.ok) {
      // The reader misses a look at the limits once in a few hundred symbols, so it is refused only if it fails with two ids.
      if (attempt === 0 && isMissedByChance(draft, laidOut.error)) continue;
      return laidOut;
    }
    const stored = await storeImages(deps, codeId, laidOut.value);
    if (!stored.ok) return stored;
    // An id that already has images belongs to another code.
    if (stored.value) return ok(toQrCode(codeId, draft, laidOut.value.symbol));
  }
  throw new Error(`no free code id in ${MAX_IDS} attempts`);
}

/** Whether another id would make another symbol, and only the reader refused this one. */
function isMissedByChance({ newCode }: Draft, problems: readonly CreateProblem[]): boolean {
  const isNamedById = newCode.isDynamic && !newCode.shortCode && !newCode.gs1;
  return isNamedById && problems.every((problem) => 'code' in problem && problem.code === 'unscannable');
}

const NO_HOSTS: PrintableHosts = { all: new Set(), byDefault: null };

/** Whether a host of the account may be printed with a new code. */
function mayHaveHost({ host, isDynamic }: NewCode): boolean {
  return host === undefined ? isDynamic : host !== null;
}

function withHost(newCode: NewCode, { byDefault }: PrintableHosts, gs1Host: LinkHost | null): NewCode {
  const { host = newCode.isDynamic ? byDefault : null } = newCode;
  return { ...newCode, host: newCode.type === 'gs1' ? (host ?? gs1Host) : host };
}

/** The hosts of accounts among those of codes. */
function listHosts(codes: readonly QrCode[], gs1Host: LinkHost | null): LinkHost[] {
  return [...new Set(codes.flatMap(({ host }) => (host === gs1Host ? [] : (host ?? []))))];
}

const NOTHING: CodeUsage = { codes: 0, codes_per_month: 0, stored_bytes: 0 };

/**
 * Refuses codes that are invalid, harmful, have a taken external id or short code, or exceed the plan, before anything is drawn. Only valid
 * codes use up room, in addition to what is `taken` already.
 */
export async function admitDrafts(
  deps: Dependencies,
  { id: createdBy, account }: Actor,
  sent: readonly NewCode[],
  {
    taken = NOTHING,
    screen = startScreening(deps, account.id, sent.flatMap(listAddresses)),
  }: { readonly taken?: CodeUsage; readonly screen?: Screening } = {},
): Promise<Result<Draft, CreateProblem[]>[]> {
  // The checks are independent of each other: one wait for all.
  const [harm, holders, isNameTaken, used, pictures, files, hosts, prefixes] = await Promise.all([
    screen(sent.flatMap(listAddresses)),
    findHolders(deps, account.id, sent),
    findTakenNames(deps, account.id, sent),
    readCodeUsage(deps.db, account.id, deps.nowMs()),
    findPictures(deps, account.id, sent),
    findFileAddresses(deps, account.id, sent),
    sent.some(mayHaveHost) ? findPrintableHosts(deps.db, account.id) : NO_HOSTS,
    sent.some(({ gs1 }) => gs1) ? readPrefixes(deps, account.id) : [],
  ]);
  const newCodes = sent.map((newCode) => withHost(newCode, hosts, deps.gs1Host));
  const mayName = approveKeys(deps, hosts, prefixes);
  const createdAtMs = deps.nowMs();
  const drafts = newCodes.map((newCode) => {
    const harmful = findHarm(harm, listAddresses(newCode));
    const checked = checkNewCode(deps, newCode, { pictures, files, hosts, mayName });
    return checked.ok && harmful.length === 0
      ? ok({ newCode, accountId: account.id, createdBy, createdAtMs, ...checked.value })
      : err(joinHarm(harmful, checked.ok ? [] : checked.error));
  });
  const externalIds = newCodes.map(({ externalId }) => externalId);
  const names = newCodes.map(chosenName);
  const free = refuseTaken(drafts, externalIds, {
    isTaken: (externalId) => holders.has(externalId),
    say: (externalId) => toTaken({ externalId, holder: holders.get(externalId) ?? null }),
  });
  const named = refuseTaken(free, names, {
    isTaken: isNameTaken,
    say: (name, isInRequest, i) => {
      const gs1 = newCodes[i]?.gs1;
      return gs1
        ? { code: 'key_taken', field: 'gs1', values: { key: toPrintedName(gs1), isInRequest } }
        : { code: 'short_code_taken', field: 'short_code', values: { shortCode: name, isInRequest } };
    },
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
  actor: Actor,
  results: readonly CreateResult[],
  answer: Answer | null,
): Promise<readonly CreateResult[] | null> {
  const { account } = actor;
  const body = answer?.present(results) ?? null;
  const made = results.flatMap((result) => (result.ok ? [result.value] : []));
  if (made.length === 0) return results;
  const sides = await publishImages(deps, account.id, listPreviewImages(made));
  const withSide = (code: QrCode) => ({ ...code, control: withImageSide(code.control, sides) });
  const codes = made.map(withSide);
  const claim = answer?.claim;
  const response = claim && body !== null ? toResponseStatements(deps.db, claim, body, deps.nowMs()) : [];
  const guard = refuseWhere(deps.db, exceeds(account.id, PLANS[account.plan].quotas, deps.nowMs()));
  const logos = refuseWithoutLogos(deps.db, account.id, listImages(codes));
  const files = refuseWithoutFiles(deps.db, account.id, listFileIds(codes));
  const domains = refuseWithoutDomains(deps.db, account.id, listHosts(codes, deps.gs1Host));
  const keys = codes.flatMap(({ gs1, host }) =>
    gs1 && host === deps.gs1Host ? listKeys(gs1).map(toCompanyPart) : [],
  );
  const prefixes = refuseWithoutPrefixes(deps.db, account.id, keys);
  try {
    const alongside = [...response, ...logos, ...files, ...domains, ...prefixes, guard];
    const codesOfMonth = await insertQrCodes(deps.db, codes, alongside);
    if (codesOfMonth === null) return null;
    deps.noteCodesOfMonth(codesOfMonth);
  } catch (error) {
    // Somebody deleted a logo's image, a file or a domain, or withdrew a company prefix meanwhile: the next attempt reports that.
    if ([isLogoMissing, isFileMissing, isDomainMissing, isPrefixMissing].some((is) => is(error))) return null;
    if (!isQuotaRefusal(error)) throw error;
    const used = await readCodeUsage(deps.db, account.id, deps.nowMs());
    return store(
      deps,
      actor,
      admit(account.plan, used, results, (code) => code),
      answer,
    );
  }
  deps.afterResponse(copyShortLinks(deps, codes));
  return results;
}

/** Like `Promise.all` over a map, with at most `width` items under way. */
async function mapInTurns<T, R>(
  items: readonly T[],
  width: number,
  map: (item: T, index: number) => R | Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < items.length; i += width) {
    results.push(...(await Promise.all(items.slice(i, i + width).map((item, j) => map(item, i + j)))));
  }
  return results;
}

/** The account's spellings of the tags in a request, by key. */
async function readSpellings(
  { db }: Pick<Dependencies, 'db'>,
  { account }: Actor,
  newCodes: readonly NewCode[],
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
