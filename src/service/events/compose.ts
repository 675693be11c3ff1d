import { toChangedNames, toResource } from '#contract/resources.ts';
import { toImportResource } from '#contract/imports-responses.ts';
import { toDomainResource } from '#contract/domains/domains.ts';
import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import type { AccountEvent, EventFacts } from '#core/events/event.ts';
import { findExternalIds, findQrCodes } from '#storage/codes/code-states.ts';
import { findDomain } from '#storage/domains/domains.ts';
import type { ToldEvent } from '#storage/events/events.ts';
import { findImport } from '#storage/imports/imports.ts';
import { listScansBetween } from '#storage/scans/scan-batches.ts';
import { withAllScans } from '../codes/read.ts';
import type { Dependencies } from '../dependencies.ts';

/** Standard Webhooks asks for less than 20 kB. */
const LONGEST_BODY = 20_000;

/** What is sent of events: `data.object` is what they are about, as it is now, which is a moment after the event. */
export async function composeBodies(
  deps: Dependencies,
  accountId: string,
  events: readonly AccountEvent[],
): Promise<ToldEvent[]> {
  const codeIds = events.flatMap(({ type, subjectId }) => (isOfCode(type) ? [subjectId as CodeId] : []));
  const found = await findQrCodes(deps.db, accountId, [...new Set(codeIds)]);
  const hosts = { SHORT_URL_BASE: deps.shortUrlBase, CDN_URL: deps.cdnUrl };
  const codes = new Map(
    (await withAllScans(deps, found)).map((code) => [code.code.codeId as string, toResource(code, hosts)]),
  );
  const counted = events.flatMap(({ facts }) => facts?.counts?.codes.map(([codeId]) => codeId) ?? []);
  const names = await findExternalIds(deps.db, accountId, counted);
  return Promise.all(
    events.map(async (event) => {
      const data = isOfCode(event.type)
        ? tellCode(event, codes.get(event.subjectId))
        : await tellOther(deps, event, names);
      return { id: event.id, body: toBody(event, data) };
    }),
  );
}

function toBody(event: AccountEvent, data: object): string {
  const { type } = event;
  const timestamp = new Date(event.happenedAtMs).toISOString();
  const body = JSON.stringify({ type, timestamp, data });
  const get = toPath(event);
  if (get === null || new TextEncoder().encode(body).length <= LONGEST_BODY) return body;
  const { changed } = data as { changed?: readonly string[] };
  const id = get.slice(get.lastIndexOf('/') + 1);
  return JSON.stringify({ type, timestamp, data: { object: { id }, changed, is_complete: false, get } });
}

/** Where the interface has what an event is about; null if it has it nowhere. */
function toPath({ type, subjectId }: AccountEvent): string | null {
  if (isOfCode(type)) return `/v1/qr/${toPublicId(subjectId as CodeId)}`;
  if (type === 'import.finished') return `/v1/imports/${subjectId}`;
  return type.startsWith('domain.') ? `/v1/domains/${subjectId}` : null;
}

function isOfCode(type: AccountEvent['type']): boolean {
  return type.startsWith('qr.') || type === 'file.replaced';
}

function tellCode({ subjectId, facts, type }: AccountEvent, code: object | undefined): object {
  // A deleted code has nothing left but its names.
  const id = toPublicId(subjectId as CodeId);
  const gone = { id, external_id: facts?.externalId ?? null, deleted: true };
  return {
    object: type === 'qr.deleted' ? gone : (code ?? { id, deleted: true }),
    ...(facts?.changes && { changed: toChangedNames(facts.changes) }),
    ...(facts?.milestone !== undefined && { scans: facts.milestone }),
    ...(facts?.fault && { fault: facts.fault }),
  };
}

function tellCounts(
  { fromMs, codes }: NonNullable<EventFacts['counts']>,
  untilMs: number,
  names: ReadonlyMap<CodeId, string | null>,
): object {
  const counts = codes.map(([codeId, scans, symbol, link]) => ({
    code_id: toPublicId(codeId),
    external_id: names.get(codeId) ?? null,
    scans,
    by_source: { symbol, link, unknown: scans - symbol - link },
  }));
  return { from: new Date(fromMs).toISOString(), to: new Date(untilMs).toISOString(), counts };
}

async function tellOther(
  deps: Dependencies,
  event: AccountEvent,
  names: ReadonlyMap<CodeId, string | null>,
): Promise<object> {
  const { db } = deps;
  const { accountId, subjectId: id, type, facts, happenedAtMs } = event;
  if (type === 'scans.recorded' && facts?.scans)
    return listScansBetween(db, accountId, facts.scans, happenedAtMs);
  if (facts?.counts) return tellCounts(facts.counts, happenedAtMs, names);
  const job = type === 'import.finished' ? await findImport(db, accountId, id) : null;
  const domain = type.startsWith('domain.') ? await findDomain(db, accountId, id) : null;
  const object = (job && toImportResource(job, deps.nowMs())) ?? (domain && toDomainResource(domain));
  return { object: object ?? { id, deleted: true } };
}
