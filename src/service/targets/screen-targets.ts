import type { ContentType } from '#core/content/content.ts';
import type { ControlProblem } from '#core/control/checks/control-problem.ts';
import { hostOf } from '#core/content/hosts/host.ts';
import { findBlockedHosts } from '#storage/abuse/blocked-hosts.ts';
import type { Problem } from '#contract/problems/problems.ts';
import type { Dependencies } from '../dependencies.ts';

type ScreenDependencies = Pick<Dependencies, 'db' | 'targetScreen' | 'reportFailure'>;

/** A field that names where scans lead, by its path, and its address. */
interface Address {
  readonly field: string;
  readonly url: string;
}

/** The control fields that name addresses. */
interface LeadingFields {
  readonly fallbackUrl?: string | null | undefined;
  readonly rules?: readonly { readonly target: string }[] | undefined;
  readonly variants?: readonly { readonly target: string }[] | null | undefined;
}

/** Every address in a request for a code. */
export function listAddresses(request: {
  readonly type?: ContentType | undefined;
  readonly target?: string | undefined;
  readonly control?: LeadingFields | undefined;
}): Address[] {
  const { type = 'url', target, control = {} } = request;
  const { fallbackUrl, rules, variants } = control;
  return [
    ...(target !== undefined && type === 'url' ? [{ field: 'target', url: target }] : []),
    ...(fallbackUrl ? [{ field: 'fallback_url', url: fallbackUrl }] : []),
    ...(rules ?? []).map((rule, i) => ({ field: `rules[${i}].target`, url: rule.target })),
    ...(variants ?? []).map((variant, i) => ({ field: `variants[${i}].target`, url: variant.target })),
  ];
}

/** What is wrong with the addresses of a request, each with its field. */
export function findHarm(harmful: ReadonlySet<string>, addresses: readonly Address[]): ControlProblem[] {
  return addresses
    .filter(({ url }) => harmful.has(url))
    .map(({ field, url }) => ({ code: 'harmful_target', field, values: { host: hostOf(url) ?? '' } }));
}

/** The harm of a request with its other problems. Of a harmful address, nothing else matters. */
export function joinHarm(harm: readonly ControlProblem[], problems: readonly Problem[]): Problem[] {
  const fields = new Set(harm.map(({ field }) => field));
  return [...harm, ...problems.filter(({ field }) => !fields.has(field))];
}

/** The harmful ones among the targets: their host is on the operator's list, or the screening service knows them. */
export function screenTargets(
  deps: ScreenDependencies,
  targets: readonly Address[],
): Promise<ReadonlySet<string>> {
  return startScreening(deps, targets)(targets);
}

/** Gives the harmful ones among some of the targets that the screening was started for. */
export type Screening = (targets: readonly Address[]) => Promise<ReadonlySet<string>>;

/** Begins to read the operator's list. The screening service, which costs, is asked once it is known which of the targets matter. */
export function startScreening(deps: ScreenDependencies, targets: readonly Address[]): Screening {
  const blocked = findBlockedTargets(deps, listUrls(targets));
  // Whoever asks gets the failure; if nobody asks, it does not matter.
  blocked.catch(() => undefined);
  return async (some) => {
    const urls = listUrls(some);
    const [listed, harmful] = await Promise.all([blocked, findHarmfulTargets(deps, urls)]);
    return new Set(urls.filter((url) => listed.has(url) || harmful.has(url)));
  };
}

function listUrls(targets: readonly Address[]): string[] {
  return [...new Set(targets.map(({ url }) => url))].filter((url) => hostOf(url) !== null);
}

/** The targets whose host, or a domain above it, is on the operator's list; each with the matching entry. */
export async function findBlockedTargets(
  { db }: Pick<Dependencies, 'db'>,
  targets: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const hosts = new Map(targets.map((target) => [target, hostOf(target) ?? '']));
  const entries = await findBlockedHosts(db, [...new Set(hosts.values())]);
  return new Map(
    [...hosts].flatMap(([target, host]) => {
      const entry = entries.get(host);
      return entry === undefined ? [] : [[target, entry] as const];
    }),
  );
}

/** If the service fails, nothing counts as harmful: creating codes must not depend on it, and the operator sees the report. */
async function findHarmfulTargets(
  { targetScreen, reportFailure }: ScreenDependencies,
  targets: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!targetScreen || targets.length === 0) return new Set();
  try {
    return await targetScreen.findHarmful(targets);
  } catch (error) {
    reportFailure('target_screen_failed', error);
    return new Set();
  }
}
