import {
  createQrCode,
  createQrCodes,
  ErrorCode,
  exportQrCodesAsCsv,
  exportQrCodesAsNdjson,
  getScanStatistics,
  listQrCodes,
  type QrCodeDetails,
  updateQrCode,
} from '../generated/orval.ts';

/** Creates a code, changes it and reads its scans; fields with defaults are left out. */
export async function lifeOfACode(): Promise<number> {
  const created = await createQrCode({
    target: 'https://example.com/menu',
    dynamic: true,
    color: { dark: '#112233' },
  });
  if (created.status !== 200)
    throw new Error(created.data.code === ErrorCode.low_contrast ? 'other colours' : created.data.message);
  const { id } = created.data;
  const changed = await updateQrCode(id, {
    title: 'Menu',
    rules: [{ target: 'https://example.com/evening', when: { hours: ['18:00', '24:00'] } }],
  });
  const title: string | null = changed.status === 200 ? changed.data.title : null;
  const scans = await getScanStatistics(id, { range: 'last_7_days', include: ['country'] });
  if (scans.status !== 200) throw new Error(scans.data.message);
  console.log(
    title,
    scans.data.by_day.map((day) => day.date),
  );
  return scans.data.total_scans;
}

/** Each media type has a type of its own. */
export async function listAndExport(): Promise<string[]> {
  const page = await listQrCodes({ limit: 100, status: 'active', fields: ['id', 'scans'] });
  const ids = page.status === 200 ? page.data.data.map((listed) => listed.id) : [];
  const exported = await exportQrCodesAsCsv();
  const csv: string = exported.status === 200 ? exported.data : exported.data.message;
  const streamed = await exportQrCodesAsNdjson();
  const lines: string = streamed.status === 200 ? await streamed.stream.text() : '';
  return [...ids, csv, lines];
}

/** A result of a bulk request is a code or an error, never both. */
export async function createMany(targets: readonly string[]): Promise<string[]> {
  const results = await createQrCodes({ codes: targets.map((target) => ({ target })) });
  if (results.status !== 200) throw new Error(results.data.message);
  return results.data.data.map((result) =>
    'code' in result ? result.code.short_url : `${result.status} ${result.error.message}`,
  );
}

/** A value that this version of the contract does not know is no error of types. */
export function describe(code: QrCodeDetails): string {
  return code.status === 'active' || code.status === 'a new status' ? code.type : 'off';
}
