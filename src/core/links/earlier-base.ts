/** Where the short links of an operator began before the service moved to another host. */
export interface EarlierBase {
  readonly base: string;
  /** Codes that were created before this time were printed with it. */
  readonly untilMs: number;
}

/** Reads `https://qr.example.workers.dev 2026-12-01T10:00:00Z`; null if the service never moved. */
export function parseEarlierBase(text = ''): EarlierBase | null {
  const [base = '', time = ''] = text.trim().split(/\s+/);
  const untilMs = Date.parse(time);
  return Number.isNaN(untilMs) || !URL.canParse(base) ? null : { base, untilMs };
}

interface Service {
  readonly shortUrlBase: string;
  readonly earlierBase: EarlierBase | null;
}

/** The operator's hosts of short links, now and before the service moved: no code may lead to one. */
export function linkHostsOf({ shortUrlBase, earlierBase }: Service): string[] {
  return [shortUrlBase, ...(earlierBase ? [earlierBase.base] : [])].map((base) => new URL(base).host);
}

/** The start of the short URL that a code was printed with: on the operator's host, where the service was at its creation. */
export function printedBase(
  { shortUrlBase, earlierBase }: Service,
  { createdAtMs }: { readonly createdAtMs: number },
): string {
  return earlierBase && createdAtMs < earlierBase.untilMs ? earlierBase.base : shortUrlBase;
}
