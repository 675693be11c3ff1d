import type { ControlRequest } from '../control/checks/control-request.ts';
import type { Origin } from '../imports/origin.ts';
import type { PatternRequest } from './drift.ts';
import type { FilingRequest } from './filing.ts';
import type { QrCode } from './qr-code.ts';
import type { ShortCode } from '../links/short-code.ts';
import type { CodeStyle } from '../styles/style.ts';

/** What the owner chooses for a new code. The API and the dashboard check its types; `validateNewCode` checks what the values mean. */
export type NewCode = Pick<
  QrCode,
  'type' | 'target' | 'isDynamic' | 'title' | 'color' | 'format' | 'size' | 'margin' | 'errorCorrection'
> & {
  readonly control?: ControlRequest | undefined;
  readonly externalId?: string | null | undefined;
  readonly filing?: Pick<FilingRequest, 'tags' | 'metadata' | 'isArchived'> | undefined;
  readonly origin?: Origin | null | undefined;
  readonly shortCode?: ShortCode | null | undefined;
  readonly style?: CodeStyle | null | undefined;
};

/** What an owner may send. An absent field stays as it is; a null title clears it. */
export interface EditRequest {
  readonly target?: string | undefined;
  readonly title?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly control?: ControlRequest | undefined;
  readonly filing?: FilingRequest | undefined;
}

/** What a caller wants a code to be, under its external id. */
export interface Upsert {
  readonly externalId: string;
  /** What it is made as, where there is no code yet. */
  readonly newCode: NewCode;
  /** What was said about it, without the values taken for what was not: those stay as they are where there is a code. */
  readonly sent: PatternRequest & Pick<EditRequest, 'title' | 'control' | 'filing'>;
}

export const UPSERT_OUTCOMES = ['created', 'unchanged', 'updated'] as const;
export type UpsertOutcome = (typeof UPSERT_OUTCOMES)[number];
