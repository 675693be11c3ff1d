import {
  createQrCode,
  createQrCodes,
  exportQrCodesAsCsv,
  exportQrCodesAsNdjson,
  getScanStatistics,
  listQrCodes,
  type QrCodeDetails,
  updateQrCode,
} from '../generated/hey-api/index.ts';

/** Creates a code, changes it and reads its scans; fields with defaults are left out. */
export async function lifeOfACode(): Promise<number> {
  const { data: code, error } = await createQrCode({
    body: { target: 'https://example.com/menu', dynamic: true, color: { dark: '#112233' } },
  });
  if (!code) throw new Error(error.code === 'low_contrast' ? 'other colours' : error.message);
  const path = { id: code.id };
  const changed = await updateQrCode({
    path,
    body: {
      title: 'Menu',
      rules: [{ target: 'https://example.com/evening', when: { hours: ['18:00', '24:00'] } }],
    },
  });
  const title: string | null | undefined = changed.data?.title;
  const { data: scans } = await getScanStatistics({
    path,
    query: { range: 'last_7_days', include: ['country'] },
  });
  console.log(
    title,
    scans?.by_day.map((day) => day.date),
  );
  return scans?.total_scans ?? 0;
}

/** Each media type has a type of its own. */
export async function listAndExport(): Promise<string[]> {
  const { data: page } = await listQrCodes({
    query: { limit: 100, status: 'active', fields: ['id', 'scans'] },
  });
  const ids = page?.data.map((listed) => listed.id) ?? [];
  const csv: string | undefined = (await exportQrCodesAsCsv()).data;
  const lines: string | undefined = (await exportQrCodesAsNdjson()).data;
  return [...ids, csv ?? '', lines ?? ''];
}

/** A result of a bulk request is a code or an error, never both. */
export async function createMany(targets: readonly string[]): Promise<string[]> {
  const { data: results } = await createQrCodes({ body: { codes: targets.map((target) => ({ target })) } });
  return (results?.data ?? []).map((result) =>
    'code' in result ? result.code.short_url : `${result.status} ${result.error.message}`,
  );
}

/** A value that this version of the contract does not know is no error of types. */
export function describe(code: QrCodeDetails): string {
  return code.status === 'active' || code.status === 'a new status' ? code.type : 'off';
}
