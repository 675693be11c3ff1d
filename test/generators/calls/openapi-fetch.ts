import createClient from 'openapi-fetch';
import type { components, paths } from '../generated/openapi-typescript.ts';

type CreateQrCode = components['schemas']['CreateQrCode'];

const { GET, POST, PATCH } = createClient<paths>({ baseUrl: 'https://api.example.com' });

/** Creates a code, changes it and reads its scans; fields with defaults are left out. */
export async function lifeOfACode(): Promise<number> {
  const body: CreateQrCode = {
    target: 'https://example.com/menu',
    dynamic: true,
    color: { dark: '#112233' },
  };
  const { data: code, error } = await POST('/v1/qr', { body });
  if (!code) throw new Error(error.code === 'low_contrast' ? 'other colours' : error.message);
  const path = { id: code.id };
  const changed = await PATCH('/v1/qr/{id}', {
    params: { path },
    body: {
      title: 'Menu',
      rules: [{ target: 'https://example.com/evening', when: { hours: ['18:00', '24:00'] } }],
    },
  });
  const title: string | null | undefined = changed.data?.title;
  const { data: scans } = await GET('/v1/qr/{id}/stats', {
    params: { path, query: { range: 'last_7_days', include: ['country'] } },
  });
  console.log(
    title,
    scans?.by_day.map((day) => day.date),
  );
  return scans?.total_scans ?? 0;
}

/** Each media type has a type of its own. */
export async function listAndExport(): Promise<string[]> {
  const { data: page } = await GET('/v1/qr', {
    params: { query: { limit: 100, status: 'active', fields: ['id', 'scans'] } },
  });
  const ids = page?.data.map((listed) => listed.id) ?? [];
  const csv: string | undefined = (await GET('/v1/qr/export.csv', { parseAs: 'text' })).data;
  const lines: string | undefined = (await GET('/v1/qr/export.ndjson', { parseAs: 'text' })).data;
  return [...ids, csv ?? '', lines ?? ''];
}

/** A result of a bulk request is a code or an error, never both. */
export async function createMany(targets: readonly string[]): Promise<string[]> {
  const body = { codes: targets.map((target) => ({ target })) };
  const { data: results } = await POST('/v1/qr/bulk', { body });
  return (results?.data ?? []).map((result) =>
    'code' in result ? result.code.short_url : `${result.status} ${result.error.message}`,
  );
}

/** A value that this version of the contract does not know is no error of types. */
export function describe(code: components['schemas']['QrCodeDetails']): string {
  return code.status === 'active' || code.status === 'a new status' ? code.type : 'off';
}
