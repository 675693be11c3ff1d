import { type ContentType, leadsToUrl } from '#core/content/content.ts';
import type { ControlProblem } from '#core/control/checks/control-problem.ts';
import { hostOf } from '#core/content/hosts/host.ts';
import { listShownAddresses, toShownTexts } from '#core/content/shown-addresses.ts';
import { findRefusedHosts } from '#storage/abuse/blocked-hosts.ts';
import type { Problem } from '#contract/problems/problems.ts';
import type { Dependencies } from '../dependencies.ts';

type ScreenDependencies = Pick<Dependencies, 'db' | 'domains' | 'gs1Host' | 'targetScreen' | 'reportFailure'>;

/** A field that names where scans lead, by its path, and its address; or an address that it only shows. */
interface Address {
  readonly field: string;
  readonly url: string;
  readonly isShown?: true;
}

/** The control fields that name addresses. */
interface LeadingFields {
  readonly fallbackUrl?: string | null | undefined;
  readonly rules?: readonly { readonly target: string }[] | undefined;
  readonly variants?: readonly { readonly target: string }[] | null | undefined;
  readonly links?:
    | readonly { readonly href: string; readonly title?: string | null | undefined }[]
    | null
    | undefined;
  readonly preview?: unknown;
}

/** Every address in a request for a code. Without its type, the target may be one or show some. */
export function listAddresses(request: {
  readonly type?: ContentType | undefined;
  readonly target?: string | undefined;
  readonly content?: unknown;
  readonly control?: LeadingFields | undefined;
}): Address[] {
  const { type, target, content, control = {} } = request;
  const { fallbackUrl, rules, variants, links, preview } = control;
  return [
    ...(target !== undefined && leadsToUrl(type ?? 'url') ? [{ field: 'target', url: target }] : []),
    ...(fallbackUrl ? [{ field: 'fallback_url', url: fallbackUrl }] : []),
    ...(rules ?? []).map((rule, i) => ({ field: `rules[${i}].target`, url: rule.target })),
    ...(variants ?? []).map((variant, i) => ({ field: `variants[${i}].target`, url: variant.target })),
    ...(links ?? []).map((link, i) => ({ field: `links[${i}].href`, url: link.href })),
    ...(type !== undefined && leadsToUrl(type)
      ? []
      : listShown('target', [content, target && toShownTexts(target)])),
    ...listShown(
      'links',
      links?.map(({ title }) => title),
    ),
    ...listShown('preview', preview),
  ];
}

/** The addresses in texts that a field only shows. */
export function listShown(field: string, texts: unknown): Address[] {
  return [...new Set(listShownAddresses(texts))].map((url) => ({ field, url, isShown: true }));
}

/** Why an address is refused: people are harmed there, or short links are served there, and it would loop. */
export type Refusals = ReadonlyMap<string, 'harmful' | 'circular'>;

/** What is wrong with the addresses of a request, each with its field. */
export function findHarm(refusals: Refusals, addresses: readonly Address[]): ControlProblem[] {
  return addresses.flatMap(({ field, url, isShown }): ControlProblem[] => {
    const refusal = refusals.get(url);
    const values = { host: hostOf(url) ?? '' };
    if (refusal === 'harmful') return [{ code: 'harmful_target', field, values }];
    const fault = { code: 'url_of_short_link', values } as const;
    return refusal && !isShown ? [{ code: 'unfit_content', field, values: { type: 'url', fault } }] : [];
  });
}

/** The harm of a request with its other problems. Of a harmful address, nothing else matters. */
export function joinHarm(harm: readonly ControlProblem[], problems: readonly Problem[]): Problem[] {
  const fields = new Set(harm.map(({ field }) => field));
  return [...harm, ...problems.filter(({ field }) => !fields.has(field))];
}

/**
 * The refused ones among the addresses of an account: their host is on the operator's list, the screening service knows them, or they lead
 * back here.
 */
export function screenTargets(
  deps: ScreenDependencies,
  accountId: string,
  addresses: readonly Address[],
): Promise<Refusals> {
  return startScreening(deps, accountId, addresses)(addresses);
}

/** Gives the refused ones among some of the addresses that the screening was started for. */
export type Screening = (addresses: readonly Address[]) => Promise<Refusals>;

/**
 * Begins to read the operator's list. The screening service, which costs, is asked once it is known which of the addresses matter, and about
 * those that scans lead to.
 */
export function startScreening(
  deps: ScreenDependencies,
  accountId: string,
  addresses: readonly Address[],
): Screening {
  const refused = findRefusedTargets(deps, listUrls(addresses), accountId);
  // Every call of the returned function gets the failure; if there is no call, it does not matter.
  refused.catch(() => undefined);
  return async (some) => {
    const leading = listUrls(some.filter(({ isShown }) => !isShown));
    const [listed, harmful] = await Promise.all([refused, findHarmfulTargets(deps, leading)]);
    return new Map(
      listUrls(some).flatMap((url): [string, 'harmful' | 'circular'][] => {
        if (harmful.has(url) || listed.get(url)) return [[url, 'harmful']];
        const host = hostOf(url) ?? '';
        const isRouted = host === deps.gs1Host || deps.domains.routedHosts.includes(host);
        const isCircular = listed.has(url) || isRouted;
        return isCircular ? [[url, 'circular']] : [];
      }),
    );
  };
}

function listUrls(addresses: readonly Address[]): string[] {
  return [...new Set(addresses.map(({ url }) => url))].filter((url) => hostOf(url) !== null);
}

/**
 * The addresses whose host, or a domain above it, is on the operator's list, each with the matching entry; and those on a host of the
 * account itself, with null.
 */
export async function findRefusedTargets(
  { db }: Pick<Dependencies, 'db'>,
  targets: readonly string[],
  accountId: string | null = null,
): Promise<ReadonlyMap<string, string | null>> {
  const hosts = new Map(targets.map((target) => [target, hostOf(target) ?? '']));
  const entries = await findRefusedHosts(db, [...new Set(hosts.values())], accountId);
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
