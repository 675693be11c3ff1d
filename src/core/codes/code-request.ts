import type { ControlRequest } from '../control/checks/control-request.ts';
import type { Values } from '../content/fields/field.ts';
import type { Gs1Identity } from '../gs1/identity.ts';
import type { Origin } from '../imports/origin.ts';
import type { PatternRequest } from './drift.ts';
import type { FilingRequest } from './filing.ts';
import type { OwnTextsRequest } from './own-texts.ts';
import type { QrCode } from './qr-code.ts';
import type { LinkHost } from '../links/link-address.ts';
import type { CodeStyle } from '../styles/style.ts';

/** The owner's choices for a new code. The API and the dashboard check the types; `validateNewCode` checks the meaning of the values. */
export type NewCode = Pick<
  QrCode,
  'type' | 'target' | 'isDynamic' | 'color' | 'format' | 'size' | 'margin' | 'errorCorrection'
> &
  OwnTextsRequest & {
    /** The fields that its target was composed of; undefined if it was sent as a text. */
    readonly content?: Values | null | undefined;
    readonly control?: ControlRequest | undefined;
    readonly filing?: Pick<FilingRequest, 'tags' | 'metadata' | 'isArchived'> | undefined;
    readonly origin?: Origin | null | undefined;
    /** The printed host: one of the account's; null for the operator's. Undefined for the default of dynamic codes. */
    readonly host?: LinkHost | null | undefined;
    /** As it was sent: what it may be depends on the host. */
    readonly shortCode?: string | null | undefined;
    readonly style?: CodeStyle | null | undefined;
    /** Without elements if they were not sent. */
    readonly gs1?: Gs1Identity | null | undefined;
  };

/** The fields that an owner may send. An absent field stays unchanged. */
export interface EditRequest extends OwnTextsRequest {
  readonly target?: string | undefined;
  /** In place of the target. The type of the code says which fields there are, so they are not checked yet. */
  readonly content?: Readonly<Record<string, unknown>> | undefined;
  readonly control?: ControlRequest | undefined;
  readonly filing?: FilingRequest | undefined;
}

/** A code as a caller wants it, under its external id. */
export interface Upsert {
  readonly externalId: string;
  /** The values for creating the code, if it does not exist yet. */
  readonly newCode: NewCode;
  /** The fields that the request states, without defaults: an existing code keeps its values for all others. */
  readonly sent: PatternRequest & OwnTextsRequest & Pick<EditRequest, 'content' | 'control' | 'filing'>;
}

export const UPSERT_OUTCOMES = ['created', 'unchanged', 'updated'] as const;
export type UpsertOutcome = (typeof UPSERT_OUTCOMES)[number];
