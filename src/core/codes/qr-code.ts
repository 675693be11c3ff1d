import type { Control } from '../control/control.ts';
import type { CodeId } from './code-id.ts';
import type { ContentType } from '../content/content.ts';
import type { DisabledFor } from '../abuse/disabled.ts';
import type { ErrorCorrectionLevel } from './error-correction.ts';
import type { HexColor } from '../styles/hex-color.ts';
import type { Filing } from './filing.ts';
import type { Origin } from '../imports/origin.ts';
import type { ListPosition } from '../lists/position.ts';
import type { ShortCode } from '../links/short-code.ts';
import type { CodeStyle } from '../styles/style.ts';

export const IMAGE_FORMATS = ['png', 'svg'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** The resource `qr_<codeId>` as its owner sees it. Fixed at creation but for target, title and what follows from them. */
export interface QrCode extends Filing {
  readonly codeId: CodeId;
  readonly position: ListPosition;
  readonly accountId: string;
  readonly type: ContentType;
  /** Where it leads, exactly as the owner sent it. */
  readonly target: string;
  /** The absolute URI that the short link redirects to; null for content that leads nowhere (a text, a Wi-Fi network…). */
  readonly redirectTo: string | null;
  readonly isDynamic: boolean;
  readonly title: string | null;
  /** What its owner's own system calls it. */
  readonly externalId: string | null;
  /** What it had where it was imported from; null where it was made here. */
  readonly origin: Origin | null;
  /** Its name in its short link, where its owner chose one. */
  readonly shortCode: ShortCode | null;
  /** The version of its symbol, 1 to 40. */
  readonly symbolVersion: number;
  readonly color: { readonly dark: HexColor; readonly light: HexColor };
  /** How its symbol looks beside its colours; null where its modules are plain squares. */
  readonly style: CodeStyle | null;
  readonly format: ImageFormat;
  /** Width and height of the images, in pixels. */
  readonly size: number;
  /** Quiet zone, in modules. */
  readonly margin: number;
  /** The level that the symbol was drawn with: the one asked for, or a higher one that cost no larger symbol. */
  readonly errorCorrection: ErrorCorrectionLevel;
  /** What its owner decided about its scans; null where nothing but the target decides. */
  readonly control: Control | null;
  /** Scans that count against its limit. */
  readonly scansTaken: number;
  /** Its scans and the last of them, as lists are sorted by them: as far as they were rolled up when the code was read. */
  readonly scansRolledUp: number;
  readonly lastScanAtMs: number | null;
  /** Why the operator has disabled it; null where they have not. */
  readonly disabledFor: DisabledFor | null;
  /** 1 on a new code, one more with every edit. */
  readonly revision: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** The revisions of a code that a change may be made to; a change to any other is refused, so that nobody's edit is lost unseen. */
export type ExpectedRevisions = ReadonlySet<number>;
