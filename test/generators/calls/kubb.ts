import {
  createQrCode,
  createQrCodes,
  exportQrCodesAsCsv,
  exportQrCodesAsNdjson,
  getScanStatistics,
  listQrCodes,
  listTemplates,
  printQrCode,
  updateQrCode,
} from '../generated/kubb/calls.ts';
import type { QrCodeDetails } from '../generated/kubb/types.ts';

/** Creates a code, changes it and reads its scans; fields with defaults are left out. */
export async function lifeOfACode(): Promise<number> {
  const { id } = await createQrCode({
    target: 'https://example.com/menu',
    dynamic: true,
    color: { dark: '#112233' },
  });
  const changed = await updateQrCode(id, {
    title: 'Menu',
    rules: [{ target: 'https://example.com/evening', when: { hours: ['18:00', '24:00'] } }],
  });
  const title: string | null = changed.title;
  const scans = await getScanStatistics(id, { range: 'last_7_days', include: ['country'] });
  console.log(
    title,
    scans.by_day.map((day) => day.date),
  );
  return scans.total_scans;
}

/** Each media type has a type of its own, numbers and booleans of a query have theirs, and metadata is a list. */
export async function listAndExport(): Promise<string[]> {
  const page = await listQrCodes({ limit: 100, dynamic: true, metadata: ['site:Berlin'] });
  const { has_more: hasMore } = await listTemplates();
  const pdf: Blob = await printQrCode(page.data[0]?.id ?? '', { width_mm: 25, bleed_mm: 3, marks: true });
  const csv: string = await exportQrCodesAsCsv();
  const lines: string = await exportQrCodesAsNdjson();
  return [...page.data.map((listed) => listed.id), csv, lines, pdf.type, String(hasMore)];
}

/** A result of a bulk request is a code or an error, never both. */
export async function createMany(targets: readonly string[]): Promise<string[]> {
  const { data: results } = await createQrCodes({ codes: targets.map((target) => ({ target })) });
  return results.map((result) =>
    'code' in result ? result.code.short_url : `${result.status} ${result.error.message}`,
  );
}

/** A value that this version of the contract does not know is no error of types. */
export function describe(code: QrCodeDetails): string {
  return code.status === 'active' || code.status === 'a new status' ? code.type : 'off';
}
