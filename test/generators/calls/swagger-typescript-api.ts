import { Api, type QrCodeDetails } from '../generated/swagger-typescript-api.ts';

const { v1 } = new Api({ baseUrl: 'https://api.example.com' });

/** Creates a code, changes it and reads its scans; fields with defaults are left out. */
export async function lifeOfACode(): Promise<number> {
  const { data: code } = await v1.createQrCode({
    target: 'https://example.com/menu',
    dynamic: true,
    color: { dark: '#112233' },
  });
  const { data: changed } = await v1.updateQrCode(code.id, {
    title: 'Menu',
    rules: [{ target: 'https://example.com/evening', when: { hours: ['18:00', '24:00'] } }],
  });
  const title: string | null = changed.title;
  const { data: scans } = await v1.getScanStatistics(code.id, { range: 'last_7_days', include: ['country'] });
  console.log(
    title,
    scans.by_day.map((day) => day.date),
  );
  return scans.total_scans;
}

/** Each media type has a type of its own, numbers and booleans of a query have theirs, and metadata is a list. */
export async function listAndExport(): Promise<string[]> {
  const { data: page } = await v1.listQrCodes({ limit: 100, dynamic: true, metadata: ['site:Berlin'] });
  const { data: templates } = await v1.listTemplates({});
  const id = page.data[0]?.id ?? '';
  const { data: pdf } = await v1.printQrCode(id, { width_mm: 25, bleed_mm: 3, marks: true });
  const { data: csv } = await v1.exportQrCodesAsCsv({});
  const { data: lines } = await v1.exportQrCodesAsNdjson({});
  return [...page.data.map((listed) => listed.id), csv, lines, pdf.type, String(templates.has_more)];
}

/** A result of a bulk request is a code or an error, never both. */
export async function createMany(targets: readonly string[]): Promise<string[]> {
  const { data: results } = await v1.createQrCodes({ codes: targets.map((target) => ({ target })) });
  return results.data.map((result) =>
    'code' in result ? result.code.short_url : `${result.status} ${result.error.message}`,
  );
}

/** A value that this version of the contract does not know is no error of types. */
export function describe(code: QrCodeDetails): string {
  return code.status === 'active' || code.status === 'a new status' ? code.type : 'off';
}
