import { forwardQuery } from './forward-query.ts';

/** The parameters by which analytics tell campaigns apart, without `utm_`, in their usual order. */
export const UTM_NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const;

type UtmName = (typeof UTM_NAMES)[number];

/** The parameters that a scan adds to its target; null for those that it does not. At least one is set. */
export type Utm = Readonly<Record<UtmName, string | null>>;

/** The values that somebody used of each. */
export type UtmValues = Readonly<Record<UtmName, readonly string[]>>;

/** The parameters that are set, each with its whole name. */
export function listUtm(utm: Utm): (readonly [name: string, value: string])[] {
  return UTM_NAMES.flatMap((name) => {
    const value = utm[name];
    return value === null ? [] : [[`utm_${name}`, value] as const];
  });
}

/** `utm_source=flyer&utm_campaign=spring%20sale` */
export function formatUtm(utm: Utm): string {
  return listUtm(utm)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** A web address with the parameters that it does not name itself. Addresses of other schemes have no parameters that analytics read. */
export function addUtm(target: string, utm: Utm | undefined): string {
  return utm && /^https?:/i.test(target) ? forwardQuery(target, formatUtm(utm)) : target;
}
