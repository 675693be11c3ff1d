import type { CodeId } from '../codes/code-id.ts';
import type { QrCode } from '../codes/qr-code.ts';
import { type Control, NO_CONTROL } from '../control/control.ts';
import { FLAG_FIELDS, FLAG_NAMES, FLAGS } from '../control/flags.ts';
import type { AddedName } from '../links/added-name.ts';
import { type LinkHost, printedAddress } from '../links/link-address.ts';
import type { CodeStatus, InactiveStatus } from '../control/status.ts';
import { addUtm } from '../control/utm.ts';

/** The behaviour of a code that a static form cannot reproduce, by the fields of the interface. */
export const LOSSES = [
  'rules',
  'variants',
  'starts_at',
  'ends_at',
  'max_scans',
  ...FLAG_FIELDS,
  'preview',
  'links',
] as const;
type Loss = (typeof LOSSES)[number];

/**
 * Why a code is in no static form: a scan of it leads to a page, because the code is a text, is inactive or has a password; or this service
 * would not send its location.
 */
export const LEFT_OUT = [
  'content',
  'password',
  'unsafe_location',
  'paused',
  'scheduled',
  'ended',
  'exhausted',
  'disabled',
] as const satisfies readonly ('content' | 'password' | 'unsafe_location' | InactiveStatus)[];
export type LeftOut = (typeof LEFT_OUT)[number];

/** A code as another server could redirect it: several paths with one location. */
export interface StaticRedirect {
  readonly codeId: CodeId;
  readonly externalId: string | null;
  /** Its paths on the host that works in either case, in lower case: the short code first, if it has one, and its id, which also works. */
  readonly names: readonly string[];
  /** Those that keep their case, on a host of the account. */
  readonly exactNames: readonly string[];
  readonly status: CodeStatus;
  /** The current `Location` header of a scan; null if the code is left out. */
  readonly location: string | null;
  readonly leftOut: LeftOut | null;
  readonly lost: readonly Loss[];
  /** Whether the location is that of a file: the server has to have it there. */
  readonly isFile: boolean;
  /** The content of its short link's page, if the code is a text and not an address. */
  readonly content: string | null;
}

/** What the short-link Worker can send as a location: printable ASCII, with a scheme that leads somewhere. */
const SAFE_LOCATION = /^(?:https?|mailto|tel|sms|geo):[\x21-\x7E]+$/i;

/**
 * The part of a code that a static form can reproduce. If its owner has split it, the location is that of the largest variant. Rules are
 * left out, because no form can tell who scans.
 * @param status the current outcome of a scan
 * @param host whose paths are meant: one of the account's; null for the operator's
 * @param added the names that the code was given after it was printed
 */
export function toStaticRedirect(
  code: QrCode,
  status: CodeStatus,
  host: LinkHost | null = null,
  added: readonly AddedName[] = [],
): StaticRedirect {
  const control = code.control ?? NO_CONTROL;
  const reached = code.redirectTo === null ? null : findLocation(code.redirectTo, control, status);
  const leftOut = findReason(code, status, control, reached);
  return {
    codeId: code.codeId,
    externalId: code.externalId,
    ...namesOn(host, code, added),
    status,
    location: leftOut === null ? reached : null,
    leftOut,
    lost: leftOut === null ? listLosses(control, status) : [],
    isFile: leftOut === null && code.type === 'file' && reached === code.redirectTo,
    content: leftOut === 'content' ? code.target : null,
  };
}

/** An id leads on from every host of its account; on those, only where the code is printed or named. */
function namesOn(host: LinkHost | null, code: QrCode, added: readonly AddedName[]) {
  const chosen = [printedAddress(code), ...added].flatMap(({ host: at, path }) =>
    at === host && path !== code.codeId ? [path as string] : [],
  );
  if (host === null) return { names: [...chosen, code.codeId], exactNames: [] };
  return { names: chosen.length > 0 || code.host === host ? [code.codeId] : [], exactNames: chosen };
}

/** All of them, the chosen ones first. */
export function allNames({ names, exactNames }: Pick<StaticRedirect, 'names' | 'exactNames'>): string[] {
  return [...exactNames, ...names];
}

function findLocation(redirectTo: string, { fallbackUrl, variants, utm }: Control, status: CodeStatus) {
  if (status === 'disabled') return null;
  if (status !== 'active') return fallbackUrl;
  const [first, ...others] = variants;
  if (!first) return addUtm(redirectTo, utm);
  const { target } = others.reduce(
    (largest, variant) => (variant.weight > largest.weight ? variant : largest),
    first,
  );
  return addUtm(target, utm);
}

function findReason(
  { redirectTo }: QrCode,
  status: CodeStatus,
  { password }: Control,
  location: string | null,
): LeftOut | null {
  if (status !== 'active' && location === null) return status;
  // A static form would open it to everybody.
  if (status === 'active' && password) return 'password';
  if (redirectTo === null) return 'content';
  return location !== null && SAFE_LOCATION.test(location) ? null : 'unsafe_location';
}

function listLosses(control: Control, status: CodeStatus): Loss[] {
  if (status === 'paused') return ['paused'];
  if (status === 'scheduled') return ['starts_at'];
  if (status !== 'active') return [];
  const losses: readonly (readonly [Loss, boolean])[] = [
    ['rules', control.rules.length > 0],
    ['variants', control.variants.length > 0],
    ['ends_at', control.endsAtMs !== null],
    ['max_scans', control.maxScans !== null],
    ...FLAG_NAMES.map((name) => [FLAGS[name].field, control[name] ?? false] as const),
    ['preview', control.preview !== undefined],
    ['links', control.links !== undefined],
  ];
  return losses.flatMap(([loss, isThere]) => (isThere ? [loss] : []));
}
