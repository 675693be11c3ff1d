import type { CodeId } from '#core/codes/code-id.ts';
import { TARGET_ROUND_MS, type TargetVerdict } from '#core/targets/failure.ts';
import { parseStoredControl } from '#core/control/stored-control.ts';
import { hostOf } from '#core/content/hosts/host.ts';
import { findInUse } from '#storage/accounts/accounts.ts';
import { listCodesToScreen, type ScreenedCode } from '#storage/abuse/blocked-hosts.ts';
import {
  forgetFaults,
  listDueFailures,
  postpone,
  saveFaults,
  type SeenFault,
} from '#storage/targets/failures.ts';
import type { Dependencies } from '../dependencies.ts';
import { askTarget } from './ask-target.ts';
import { readStatus } from '../codes/control.ts';
import { settleRows } from '../upkeep/settle-rows.ts';
import { listTargets } from './list-targets.ts';

/** No code id has a slash, so the key never collides with a copy of a short link. */
const PROGRESS_KEY = 'sweep/targets';

/** A Worker has six connections at a time. */
const HOSTS_AT_A_TIME = 5;

/** Average requests for an address: a run that exceeds them, for example on endless redirects, leaves the rest for the next round. */
const REQUESTS_PER_ADDRESS = 4;

/** Checks per host in one run: an address every twelve seconds. */
const MAX_ADDRESSES_OF_HOST = 50;

/** Progress of the round: it continues after `after`; null once it has covered every code. */
interface Progress {
  readonly startedAtMs: number;
  readonly after: number | null;
}

type CheckDependencies = Pick<
  Dependencies,
  | 'db'
  | 'links'
  | 'budget'
  | 'fetch'
  | 'allowsPrivateHosts'
  | 'earlierBase'
  | 'shortUrlBase'
  | 'checksTargets'
  | 'nowMs'
  | 'reportFailure'
>;

/**
 * Checks whether the targets of active codes work: each once a week, and a faulty one again after an hour and then daily. Each run checks
 * some codes, and the next one continues after them.
 */
export async function checkTargets(
  deps: CheckDependencies,
): Promise<{ readonly asked: number; readonly faults: number } | null> {
  if (!deps.checksTargets) return null;
  const now = deps.nowMs();
  const limit = deps.budget.targets;
  const dueCodes = await listDueFailures(deps.db, now, limit);
  const progress = await readProgress(deps, now);
  const pageCodes = progress ? await listCodesToScreen(deps.db, progress.after, limit) : [];
  const owners = new Set([...dueCodes, ...pageCodes].map(({ accountId }) => accountId));
  const inUse = await findInUse(deps.db, [...owners]);
  const toAskedCode = (code: ScreenedCode) => toAsked(code, inUse, now);
  const [due, page] = [dueCodes.map(toAskedCode), pageCodes.map(toAskedCode)];
  const codes = takeWhatFits([...due, ...page], limit);
  const verdicts = await askAll(
    deps,
    codes.flatMap(({ urls }) => urls),
    limit * REQUESTS_PER_ADDRESS,
  );
  const faults = codes.flatMap((code) => findFault(code, verdicts) ?? []);
  const isFaulty = new Set(faults.map(({ codeId }) => codeId));
  const seen = codes.slice(0, due.length);
  const works = seen.filter(
    ({ codeId, urls }) => urls.length > 0 && !isFaulty.has(codeId) && urls.every((url) => verdicts.has(url)),
  );
  const idle = seen.filter(({ urls }) => urls.length === 0);
  await settleRows(deps, faults, {
    event: 'target_fault_not_saved',
    nameOf: ({ codeId }) => codeId,
    work: (some) => saveFaults(deps.db, some, now),
  });
  await forgetFaults(deps.db, toIds(works), now);
  await postpone(deps.db, toIds(idle), now);
  if (progress) {
    const last = codes.slice(due.length).at(-1);
    const isDone = page.length < limit && codes.length === due.length + page.length;
    const after = isDone ? null : (last?.position ?? progress.after);
    await deps.links.put(PROGRESS_KEY, JSON.stringify({ startedAtMs: progress.startedAtMs, after }));
  }
  return { asked: verdicts.size, faults: faults.length };
}

/** Where the round continues, or a new one begins; null if the last one is done and began less than a week ago. */
async function readProgress({ links }: CheckDependencies, nowMs: number): Promise<Progress | null> {
  const last = await links.get<Progress>(PROGRESS_KEY, 'json');
  if (last && last.after !== null) return last;
  return last && nowMs - last.startedAtMs < TARGET_ROUND_MS ? null : { startedAtMs: nowMs, after: null };
}

/** A code with the addresses that its scans now reach: none if it is not active, or its account is suspended or deleted. */
interface AskedCode extends Pick<ScreenedCode, 'codeId' | 'position' | 'revision'> {
  readonly urls: readonly string[];
}

function toAsked(code: ScreenedCode, inUse: ReadonlySet<string>, nowMs: number): AskedCode {
  const { codeId, position, revision } = code;
  const status = readStatus({ ...code, control: parseStoredControl(code.control) }, nowMs);
  return {
    codeId,
    position,
    revision,
    urls: status === 'active' && inUse.has(code.accountId) ? listTargets(code) : [],
  };
}

function toIds(codes: readonly AskedCode[]): CodeId[] {
  return codes.map(({ codeId }) => codeId);
}

/** The first codes with at most `limit` addresses, and no more for any host than a run may check; at least one code. */
function takeWhatFits(codes: readonly AskedCode[], limit: number): readonly AskedCode[] {
  const urls = new Set<string>();
  const ofHost = new Map<string | null, number>();
  const end = codes.findIndex((code, i) => {
    for (const url of code.urls.filter((one) => !urls.has(one))) {
      urls.add(url);
      ofHost.set(hostOf(url), (ofHost.get(hostOf(url)) ?? 0) + 1);
    }
    const isTooMuch = urls.size > limit || Math.max(0, ...ofHost.values()) > MAX_ADDRESSES_OF_HOST;
    return isTooMuch && i > 0;
  });
  return end === -1 ? codes : codes.slice(0, end);
}

/** Checks several hosts at a time, one address after the other for each. */
async function askAll(
  deps: CheckDependencies,
  urls: readonly string[],
  requests: number,
): Promise<ReadonlyMap<string, TargetVerdict>> {
  let left = requests;
  const counted: typeof fetch = (input, init) => {
    left--;
    return deps.fetch(input, init);
  };
  const verdicts = new Map<string, TargetVerdict>();
  const waiting = [...Map.groupBy(new Set(urls), hostOf).values()];
  const askHosts = async () => {
    for (let host = waiting.shift(); host; host = waiting.shift()) {
      for (const url of host) {
        // The platform ends a run that sends too many requests, and its results would be lost.
        if (left <= 0) return;
        try {
          verdicts.set(url, await askTarget(url, { ...deps, fetch: counted }));
        } catch (error) {
          // Whatever a server does: it must not keep the others from being checked.
          deps.reportFailure('target_not_checked', error);
          verdicts.set(url, 'unknown');
        }
      }
    }
  };
  await Promise.all(Array.from({ length: HOSTS_AT_A_TIME }, askHosts));
  return verdicts;
}

/** The first faulty address of a code. */
function findFault(
  { codeId, revision, urls }: AskedCode,
  verdicts: ReadonlyMap<string, TargetVerdict>,
): SeenFault | null {
  for (const url of urls) {
    const verdict = verdicts.get(url);
    if (typeof verdict === 'object') return { codeId, revision, url, ...verdict };
  }
  return null;
}
