import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { formatBoundCursor, formatPlaceCursor } from '#core/lists/cursor.ts';
import { firstPositionOf } from '#core/lists/position.ts';
import type { ListPlace, OtherSort } from '#core/lists/sort.ts';
import type { Load } from './load/load.ts';
import { COMMON_TEXT, LABELS, RARE_TEXT, SEEDED_FROM_MS, SEEDED_UNTIL_MS } from '#harness/data/seed-codes.ts';

export type Endpoint = Pick<Load, 'name' | 'method' | 'body'> & { readonly paths: readonly string[] };

const MIDDLE = firstPositionOf((SEEDED_FROM_MS + SEEDED_UNTIL_MS) / 2);
const SUMMER = 'created_after=2024-05-01&created_before=2024-10-01';

/** The measured requests. Writes come last: the codes that they make and change would be in the lists. */
export function listEndpoints(dynamicCodes: readonly CodeId[], codeWithScans: CodeId): Endpoint[] {
  const byId = dynamicCodes.map((codeId) => `/v1/qr/${toPublicId(codeId)}`);
  const list = (name: string, query: string): Endpoint => ({ name, paths: [`/v1/qr${query}`] });
  return [
    { name: 'GET by id', paths: byId },
    { name: 'stats', paths: [`/v1/qr/${toPublicId(codeWithScans)}/stats?range=last_30_days`] },
    list('list, first page', ''),
    list('list, from the middle', `?cursor=${formatBoundCursor(MIDDLE, '')}`),
    list('list, one type', '?type=wifi'),
    list('list, one kind', '?dynamic=false'),
    list('list, type and kind', '?type=wifi&dynamic=true'),
    list('list, type and kind that never meet', '?type=wifi&dynamic=false'),
    list('list, one summer', `?${SUMMER}`),
    list('list, type, kind and summer', `?type=wifi&dynamic=true&${SUMMER}`),
    list('search, rare text', `?q=${RARE_TEXT}`),
    list('search, common text', `?q=${COMMON_TEXT}`),
    list(
      'search, common text, from the middle',
      `?q=${COMMON_TEXT}&cursor=${formatBoundCursor(MIDDLE, `q=${COMMON_TEXT}`)}`,
    ),
    list('search, common text of one summer', `?q=${COMMON_TEXT}&${SUMMER}`),
    list('search, common text of a rare type', `?q=${COMMON_TEXT}&type=geo`),
    list('list, archived', '?archived=true'),
    list('list, archived or not', '?archived=any'),
    list('list, paused', '?status=paused'),
    list('list, active', '?status=active'),
    list('list, a tag of one code in ten', `?tag=${LABELS.commonTag}`),
    list('list, two tags', `?tag=${LABELS.commonTag}&tag=${LABELS.rareTag}`),
    list('list, any of two tags', `?tag_any=${LABELS.commonTag}&tag_any=${LABELS.rareTag}`),
    list('list, metadata', `?metadata[${LABELS.metadata.join(']=')}`),
    list('list, changed since', '?updated_after=2025-06-01'),
    list('list, external id', '?external_id=sku-6'),
    list('list, short code', '?short_code=menu-6'),
    ...listOrders(list),
    { name: 'tags', paths: ['/v1/tags'] },
    {
      name: 'dry run of a bulk change by tag',
      method: 'PATCH',
      paths: ['/v1/qr/bulk'],
      body: JSON.stringify({ filter: { tag: [LABELS.commonTag] }, dry_run: true, set: { archived: true } }),
    },
    { name: 'PATCH', method: 'PATCH', paths: byId, body: JSON.stringify({ title: 'Table poster 2' }) },
    {
      name: 'POST',
      method: 'POST',
      paths: ['/v1/qr'],
      body: JSON.stringify({
        target: 'https://example.com/menu/new',
        dynamic: true,
        title: 'Table poster',
      }),
    },
  ];
}

/** Each order: its first page, one from behind a place in its middle, and one with a filter that its index does not hold. */
function listOrders(list: (name: string, query: string) => Endpoint): Endpoint[] {
  const position = firstPositionOf((SEEDED_FROM_MS + SEEDED_UNTIL_MS) / 2);
  const middles: Readonly<Record<OtherSort, ListPlace['value']>> = {
    created_at: (SEEDED_FROM_MS + SEEDED_UNTIL_MS) / 2,
    '-updated_at': (SEEDED_FROM_MS + SEEDED_UNTIL_MS) / 2,
    '-scans': 500,
    '-last_scan_at': SEEDED_UNTIL_MS + 40_000_000,
    title: `Table ${COMMON_TEXT}`,
  };
  return (Object.keys(middles) as OtherSort[]).flatMap((sort) => {
    const query = `sort=${sort}`;
    const cursor = formatPlaceCursor({ value: middles[sort], position }, query);
    return [
      list(`${query}, first page`, `?${query}`),
      list(`${query}, from the middle`, `?${query}&cursor=${cursor}`),
      list(`${query}, of one tag`, `?${query}&tag=${LABELS.commonTag}`),
    ];
  });
}
