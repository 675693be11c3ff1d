import type { CodeId } from '../codes/code-id.ts';
import type { ScanFilter } from './filter.ts';
import type { ScanPeriod } from './period.ts';

/** Which scans are counted: those of a code, in a period, that match every filter. */
export interface ScanSelection {
  readonly codeId: CodeId;
  readonly period: ScanPeriod;
  readonly filters: readonly ScanFilter[];
}
