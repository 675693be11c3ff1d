import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { formatCursor } from '#core/codes/list-cursor.ts';
import { firstPositionOf } from '#core/codes/list-position.ts';
import type { Load } from '#harness/node/load.ts';
import { COMMON_TEXT, RARE_TEXT, SEEDED_FROM_MS, SEEDED_UNTIL_MS } from '#harness/data/seed-codes.ts';

export type Endpoint = Pick<Load, 'name' | 'method' | 'body'> & { readonly paths: readonly string[] };

const MIDDLE = formatCursor(firstPositionOf((SEEDED_FROM_MS + SEEDED_UNTIL_MS) / 2));
const SUMMER = 'created_after=2024-05-01&created_before=2024-10-01';

/** What is measured. Writes come last: the codes that they make and change would be in the lists. */
export function listEndpoints(dynamicCodes: readonly CodeId[], codeWithScans: CodeId): Endpoint[] {
  const byId = dynamicCodes.map((codeId) => `/v1/qr/${toPublicId(codeId)}`);
  const list = (name: string, query: string): Endpoint => ({ name, paths: [`/v1/qr${query}`] });
  return [
    { name: 'GET by id', paths: byId },
    { name: 'stats', paths: [`/v1/qr/${toPublicId(codeWithScans)}/stats?range=last_30_days`] },
    list('list, first page', ''),
    list('list, from the middle', `?cursor=${MIDDLE}`),
    list('list, one type', '?type=wifi'),
    list('list, one kind', '?dynamic=false'),
    list('list, type and kind', '?type=wifi&dynamic=true'),
    list('list, type and kind that never meet', '?type=wifi&dynamic=false'),
    list('list, one summer', `?${SUMMER}`),
    list('list, type, kind and summer', `?type=wifi&dynamic=true&${SUMMER}`),
    list('search, rare text', `?q=${RARE_TEXT}`),
    list('search, common text', `?q=${COMMON_TEXT}`),
    list('search, common text, from the middle', `?q=${COMMON_TEXT}&cursor=${MIDDLE}`),
    list('search, common text of one summer', `?q=${COMMON_TEXT}&${SUMMER}`),
    list('search, common text of a rare type', `?q=${COMMON_TEXT}&type=geo`),
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
