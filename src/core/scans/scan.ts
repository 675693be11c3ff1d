import type { CodeId } from '../codes/code-id.ts';
import type { Device } from './device.ts';
import type { Source } from './source.ts';

/** One GET redirected for a person. Carries nothing that names the person; unknown values are null. */
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
  readonly accountId: string | null;
  /** The name by which the code was scanned: its id, or another path, behind its host unless that is the operator's. Null in old scans. */
  readonly name: string | null;
  readonly source: Source;
  /** Of a GS1 code, the type of the link that was followed: `gs1:defaultLink`, `gs1:pip`. Null for other codes. */
  readonly linkType: string | null;
}

/** Scans of a code on a UTC day, by one kind of device. */
export interface ScanDayCount {
  readonly codeId: CodeId;
  readonly day: string;
  readonly device: Device;
  readonly scans: number;
  /** The last of them. */
  readonly lastScanAtMs: number;
}

/** The scans of a code since it was created. */
export interface ScanLifetime {
  readonly scans: number;
  /** Null before the first scan. */
  readonly lastScanAtMs: number | null;
}

export const NO_SCANS: ScanLifetime = { scans: 0, lastScanAtMs: null };
