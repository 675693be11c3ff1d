import type { QrCode } from '#core/codes/qr-code.ts';
import type { Variant } from '#core/control/control.ts';
import { checkSampleRatio, type SampleRatio } from '#core/scans/sample-ratio.ts';
import type { ScanSelection } from '#core/scans/selection.ts';
import type { ScanReader } from '#storage/scans/reader.ts';

/** How the visitors of a code were divided among its variants. */
export interface Split {
  /** Distinct visitors in the period by variant; null stands for scans without a variant. */
  readonly visitors: ReadonlyMap<string | null, number>;
  /** Target share of visitors in percent, by today's weights; a past variant has none. */
  readonly weights: ReadonlyMap<string, number>;
  /** Null if there is nothing to check: no split today, or too few visitors. */
  readonly ratio: (SampleRatio & { readonly sinceMs: number }) | null;
}

/** An edit takes effect everywhere within this time: afterwards all scans follow the new weights. */
const FOLLOWED_AFTER_MS = 30_000;

/** @param selection scans of the code. The weights are checked only for all its scans: a filter may pick visitors of one variant */
export async function readSplit(scans: ScanReader, code: QrCode, selection: ScanSelection): Promise<Split> {
  const { control } = code;
  const { period, filters } = selection;
  const variants = control?.variants ?? [];
  const sinceMs = Math.max(period.fromMs, (control?.variantsSinceMs ?? 0) + FOLLOWED_AFTER_MS);
  const isWhole = sinceMs === period.fromMs;
  const later = { ...selection, period: { ...period, fromMs: sinceMs } };
  const [visitors, visitorsLater] = await Promise.all([
    scans.countVariantVisitors(selection),
    isWhole || variants.length === 0 || filters.length > 0 || sinceMs >= period.untilMs
      ? null
      : scans.countVariantVisitors(later),
  ]);
  const checked = visitorsLater ?? visitors;
  return {
    visitors,
    weights: new Map(variants.map(({ name, weight }) => [name, weight])),
    ratio: filters.length > 0 || sinceMs >= period.untilMs ? null : toRatio(variants, checked, sinceMs),
  };
}

function toRatio(variants: readonly Variant[], visitors: Split['visitors'], sinceMs: number): Split['ratio'] {
  const groups = variants.map(({ name, weight }) => ({ weight, visitors: visitors.get(name) ?? 0 }));
  const ratio = checkSampleRatio(groups);
  return ratio && { ...ratio, sinceMs };
}
