import type { Control } from '../control/control.ts';
import type { ContentType } from '../content/content.ts';
import type { Values } from '../content/fields/field.ts';
import type { DisabledFor } from '../abuse/disabled.ts';
import type { ErrorCorrectionLevel } from './error-correction.ts';
import type { HexColor } from '../styles/hex-color.ts';
import type { Filing } from './filing.ts';
import type { OwnTexts } from './own-texts.ts';
import type { Gs1Identity } from '../gs1/identity.ts';
import type { Origin } from '../imports/origin.ts';
import type { ListPosition } from '../lists/position.ts';
import type { LinkName } from '../links/link-address.ts';
import type { CodeStyle } from '../styles/style.ts';

export const IMAGE_FORMATS = ['png', 'svg'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** The resource `qr_<codeId>` as its owner sees it. Fixed at creation, except target, title and the fields that follow from them. */
export interface QrCode extends Filing, LinkName, OwnTexts {
  readonly accountId: string;
  readonly type: ContentType;
  /** The target exactly as the owner sent it. */
  readonly target: string;
  /** The same by fields, where they can tell all of it; null if they cannot, or if its type has none. */
  readonly content: Values | null;
  /** The absolute URI that the short link redirects to; null for content that leads nowhere (a text, a Wi-Fi network…). */
  readonly redirectTo: string | null;
  readonly isDynamic: boolean;
  /** Null unless its type is `gs1`. */
  readonly gs1: Gs1Identity | null;
  /** Its past in the service that it was imported from; null if it was created here. */
  readonly origin: Origin | null;
  /** The version of its symbol, 1 to 40; of a code that is drawn as a Data Matrix, modules on a side: see `countSymbolModules`. */
  readonly symbolVersion: number;
  readonly color: { readonly dark: HexColor; readonly light: HexColor };
  /** The look of its symbol besides its colours; null for plain squares. */
  readonly style: CodeStyle | null;
  readonly format: ImageFormat;
  /** Width and height of the images, in pixels. */
  readonly size: number;
  /** Quiet zone, in modules. */
  readonly margin: number;
  /** The level of the drawn symbol: the requested one, or a higher one that needed no larger symbol. */
  readonly errorCorrection: ErrorCorrectionLevel;
  /** Its owner's decisions about its scans; null if nothing but the target decides. */
  readonly control: Control | null;
  /** Scans that count against its limit. */
  readonly scansTaken: number;
  /** Its number of scans and its last scan, as lists are sorted: as of the last roll-up before the code was read. */
  readonly scansRolledUp: number;
  readonly lastScanAtMs: number | null;
  /** Why the operator has disabled it; null if they have not. */
  readonly disabledFor: DisabledFor | null;
  /** 1 on a new code, one more with every edit. */
  readonly revision: number;
  readonly createdAtMs: number;
  /** The id of the person or API key that created it. */
  readonly createdBy: string | null;
  readonly updatedAtMs: number;
}

/** A code as it is stored, with its place in lists. */
export interface ListedCode extends QrCode {
  readonly position: ListPosition;
}

/** The revisions that a change accepts; a change to any other is refused, so that nobody overwrites an unseen edit. */
export type ExpectedRevisions = ReadonlySet<number>;

/** Modules on a side of a code's symbol, without its quiet zone. A Data Matrix has no versions: its side is stored as its version. */
export function countSymbolModules({ symbolVersion, gs1 }: Pick<QrCode, 'symbolVersion' | 'gs1'>): number {
  return gs1?.carrier === 'datamatrix' ? symbolVersion : 17 + 4 * symbolVersion;
}
