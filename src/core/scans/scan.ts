import type { CodeId } from '../codes/code-id.ts';
import type { Device } from './device.ts';
import type { ScanDimension } from './dimension.ts';

/** One GET redirected for a person. Carries nothing that names the person; what cannot be told is null. */
export interface Scan {
  readonly codeId: CodeId;
  readonly atMs: number;
  readonly device: Device;
  /** Keyed hash that tells visitors of one code apart: see src/shortlink/scans/visitor.ts. */
  readonly visitorKey: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** With their country, because names repeat: `Bavaria, DE` and `Paris, FR`. */
  readonly region: string | null;
  readonly city: string | null;
  readonly os: string | null;
  readonly browser: string | null;
  /** The host of the page that led here, never its path. */
  readonly referrer: string | null;
  /** ISO 639 code of the language that the browser asks for first. */
  readonly language: string | null;
  /** The name of the rule that led the scan, or of the variant; at most one of the two. */
  readonly rule: string | null;
  readonly variant: string | null;
  /** Whose code it is; null where a copy of the short link, which does not say, led the scan. */
  readonly accountId: string | null;
}

/** Scans of a code on a UTC day, by one kind of device. */
export interface ScanDayCount {
  readonly codeId: CodeId;
  readonly day: string;
  readonly device: Device;
  readonly scans: number;
  /** The last of them; null where an earlier version counted. */
  readonly lastScanAtMs: number | null;
}

/** The scans of a code since it was created. */
export interface ScanLifetime {
  readonly scans: number;
  /** Null before the first scan. */
  readonly lastScanAtMs: number | null;
}

export const NO_SCANS: ScanLifetime = { scans: 0, lastScanAtMs: null };

/** The later of two times, of which either may be unknown. */
export function laterOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** How often a value occurred. The value is null where it could not be told, and `other` for all that are not named. */
export interface ValueCount {
  readonly value: string | null;
  readonly scans: number;
}

export const OTHER_VALUES = 'other';

/** `totalScans` = sum of `byDay` = sum of `byDevice`; `byDay` has every day of the period, oldest first. */
export interface ScanStatistics {
  readonly totalScans: number;
  readonly uniqueScans: number;
  readonly byDay: readonly { readonly date: string; readonly scans: number }[];
  readonly byDevice: Readonly<Record<Device, number>>;
  /** Whether the store kept only a sample of the scans, so that the figures are estimates. */
  readonly isEstimated: boolean;
  /** When the store said so: figures may be half a minute old, and older while the store fails. */
  readonly asOfMs: number;
  /** The dimensions asked for: the most frequent values first; hours in their order, all 24. */
  readonly breakdowns: ReadonlyMap<ScanDimension, readonly ValueCount[]>;
}
