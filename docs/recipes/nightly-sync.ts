// Keeps codes in step with the products of a shop: run it every night. It makes codes for new products, changes those that differ, and
// archives those whose products are gone. Break it off whenever you like: the next run goes on where it was.
//
//   API=https://api.example.com KEY=qr_live_… node nightly-sync.ts products.json [--dry-run] [--force] [--batch 100]
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { QrCodeClient, type QrCodeDetails, type UpsertQrCode } from 'qr-code-service-client';

interface Product {
  readonly sku: string;
  readonly name: string;
  readonly url: string;
}

/** Marks the codes that this program looks after. It touches no others. */
const SOURCE = 'shop';

/** The code of a product: this is yours to change. What you leave out is never changed, so people may edit it in the dashboard. */
function toCode({ sku, name, url }: Product): UpsertQrCode {
  return {
    external_id: sku,
    target: url,
    dynamic: true,
    title: name,
    archived: false,
    metadata: { source: SOURCE },
  };
}

/** What becomes of a code whose product is gone. A print of it leads on: add `paused: true` here, and `paused: false` above, to stop that. */
const GONE = { archived: true };

/** More than a fifth of the codes gone in one night: then the file is rather incomplete. */
const MAX_SHARE_GONE = 0.2;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean' }, force: { type: 'boolean' }, batch: { type: 'string', default: '100' } },
});
const [file] = positionals;
const { API, KEY } = process.env;
if (!file || !API || !KEY) throw new Error('Give the file with the products, and set API and KEY.');
const client = new QrCodeClient({ apiUrl: API, apiKey: KEY });

const products = JSON.parse(await readFile(file, 'utf8')) as Product[];
const wanted = new Map(products.map((product) => [product.sku, toCode(product)]));
if (wanted.size < products.length) throw new Error(`${file} has two products with one sku.`);

const known = new Map<string, QrCodeDetails>();
for await (const code of client.list({ metadata: { source: SOURCE }, archived: 'any' }))
  if (code.external_id !== null) known.set(code.external_id, code);

// Only what differs is sent, because each code counts as a request. Where this compares too strictly, the service finds nothing to change.
const toSend: UpsertQrCode[] = [];
for (const code of wanted.values()) {
  const before = known.get(code.external_id);
  const fields = before ? listDifferences(code, before) : [];
  if (before && fields.length === 0) continue;
  toSend.push(code);
  console.log(before ? `~ ${code.external_id}: ${fields.join(', ')}` : `+ ${code.external_id}`);
}
const active = [...known.values()].filter(({ archived }) => !archived);
const gone = active.flatMap(({ external_id: id }) => (id !== null && !wanted.has(id) ? [id] : []));
for (const externalId of gone) console.log(`- ${externalId}`);

const added = toSend.filter((code) => !known.has(code.external_id)).length;
console.log(
  `${added} new, ${toSend.length - added} changed, ${gone.length} gone, ${wanted.size - toSend.length} as they were`,
);
if (gone.length > active.length * MAX_SHARE_GONE && !options.force)
  throw new Error(`${gone.length} of ${active.length} products are gone. If that is right, add --force.`);

if (!options['dry-run']) {
  const refused = [
    ...(await callInBatches(toSend, (codes) => client.upsertMany(codes))),
    ...(await callInBatches(gone, async (ids) => (await client.updateMany({ external_ids: ids, set: GONE })).data)),
  ];
  for (const reason of refused) console.error(reason);
  if (refused.length > 0) process.exitCode = 1;
}

/** The fields that were sent and are not so yet. Metadata is merged: keys of others stay. */
function listDifferences(code: UpsertQrCode, before: QrCodeDetails): string[] {
  const is: Record<string, unknown> = { ...before };
  return Object.entries(code).flatMap(([field, value]) => {
    const isSame =
      field === 'metadata'
        ? Object.entries(value as object).every(([key, text]) => before.metadata[key] === text)
        : JSON.stringify(value) === JSON.stringify(is[field]);
    return isSame ? [] : [field];
  });
}

/** Sends all items, and again those that the plan does not allow now. Gives the reasons why others were refused. */
async function callInBatches<T>(
  items: readonly T[],
  call: (batch: T[]) => Promise<{ status: number; error?: { code: string; message: string } }[]>,
): Promise<string[]> {
  const size = Number(options.batch);
  const refused: string[] = [];
  for (let rest = items; rest.length > 0; ) {
    const batch = rest.slice(0, size);
    const errors = (await call(batch)).map(({ error }) => error);
    const later = batch.filter((_, i) => errors[i]?.code === 'rate_limited');
    for (const [i, error] of errors.entries())
      if (error && error.code !== 'rate_limited') refused.push(`${JSON.stringify(batch[i])}: ${error.message}`);
    rest = [...later, ...rest.slice(size)];
    if (later.length > 0) await sleep(60_000);
  }
  return refused;
}
