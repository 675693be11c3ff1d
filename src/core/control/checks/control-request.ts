import type { ConditionsRequest } from './check-conditions.ts';
import type { ImageId } from '../../logos/image-id.ts';
import type { Control, PasswordHash, Variant } from '../control.ts';
import type { FlagName, FlagsRequest } from '../flags.ts';
import type { TypedLink } from '../../gs1/typed-link.ts';
import type { Preview } from '../preview.ts';
import type { Utm } from '../utm.ts';

/** The fields that owners send in another form than the stored one. */
interface Sent {
  readonly flags?: FlagsRequest | undefined;
  /** ISO 8601 with its zone, as all times here. */
  readonly startsAt?: string | null | undefined;
  readonly endsAt?: string | null | undefined;
  readonly password?: string | null | undefined;
  /** All of them, in order. */
  readonly rules?: readonly RuleRequest[] | undefined;
  readonly variants?: readonly Variant[] | null | undefined;
  /** Merged into the current ones; null clears all. */
  readonly utm?: ChangedTexts<Utm> | null | undefined;
  readonly preview?: ChangedPreview | null | undefined;
  /** All of them, in order; null for none. */
  readonly links?: readonly LinkRequest[] | null | undefined;
}
type AsStored = Omit<Control, keyof Sent | FlagName | 'startsAtMs' | 'endsAtMs' | 'variantsSinceMs'>;

/**
 * The fields that an owner may send; an absent field stays unchanged. Types and sizes are already checked: this check covers their meaning.
 */
export type ControlRequest = Sent & { readonly [Field in keyof AsStored]?: AsStored[Field] | undefined };

/** The texts to change; null clears one. */
type ChangedTexts<T> = { readonly [name in keyof T]?: string | null | undefined };

type ChangedPreview = ChangedTexts<Omit<Preview, 'image'>> & { readonly image?: ImageId | null | undefined };

export interface RuleRequest {
  /** Named by its position by default. */
  readonly name?: string | null | undefined;
  readonly target: string;
  readonly when: ConditionsRequest;
}

type Optional = Omit<TypedLink, 'type' | 'href' | 'title'>;

export type LinkRequest = Pick<TypedLink, 'href'> & {
  /** `gs1:pip`, `pip` or its full address. */
  readonly type: string;
  /** That of the type by default. */
  readonly title?: string | null | undefined;
} & { readonly [name in keyof Optional]?: Optional[name] | undefined };

export interface ControlContext {
  /** Host of the service's own short links: no target may lead back to them. */
  readonly shortLinkHosts: readonly string[];
  /** As in `ContentOptions`. */
  readonly allowsPrivateHosts?: boolean | undefined;
  readonly nowMs: number;
  readonly hashPassword: (password: string) => PasswordHash;
}

export const MAX_RULES = 20;
export const MIN_VARIANTS = 2;
export const MAX_VARIANTS = 10;
export const MAX_SCANS_LIMIT = 1_000_000_000;
export const PASSWORD_CHARACTERS = { min: 4, max: 128 } as const;
export const LONGEST_CONTROL_NAME = 50;
/** Chats cut longer texts off. */
export const LONGEST_PREVIEW = { title: 120, description: 300 } as const;
export const LONGEST_UTM_VALUE = 200;
/** Percent-encoded, names included: the longest target leaves this much of a `Location` that all clients read. */
export const LONGEST_UTM = 4_000;
