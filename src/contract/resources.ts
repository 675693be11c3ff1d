import type { z } from 'zod';
import { typeOfActor } from '#core/accounts/activity.ts';
import {
  type Changes,
  type PastEdit,
  RECORDED_FIELDS,
  type RecordedField,
  type RecordedFields,
} from '#core/codes/past-edit.ts';
import { OWN_TEXTS, writeOwnTexts } from '#core/codes/own-texts.ts';
import type { edit } from './codes/history-responses.ts';
import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { printedAddress, toShortUrl } from '#core/links/link-address.ts';
import { toPrintedUrl } from '#core/links/printed-url.ts';
import { describeFault, type TargetFailure } from '#core/targets/failure.ts';
import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { toImageUrl } from '#core/codes/image-url.ts';
import { toControlSettings, toTimestamp } from './codes/control.ts';
import { writeElements } from '#core/gs1/identity.ts';
import { NO_CONTROL } from '#core/control/control.ts';
import { sizeFrame } from '#core/styles/frame-size.ts';
import { countSymbolModules, type QrCode } from '#core/codes/qr-code.ts';
import { leastWidthMm, SCAN_TEST } from '#core/styles/style.ts';
import { toShownStyle } from './styles/styles.ts';
import type { AddedName } from '#core/links/added-name.ts';
import type { deletion, qrCode, qrCodeDetails, shownName } from './codes/responses.ts';

/** Codes in the JSON form of /v1. The schemas of the OpenAPI document give them their types. */
export type QrCodeResource = z.output<typeof qrCode>;
export type QrCodeDetailsResource = z.output<typeof qrCodeDetails>;

/** The addresses of short links and images, from the Worker's settings. */
export interface Hosts {
  readonly SHORT_URL_BASE: string;
  readonly CDN_URL: string;
}

/** A code in the response to a create: exactly the nine fields of the specification, in its order. */
export function toCreatedResource(
  { code, scans }: Pick<CountedQrCode, 'code' | 'scans'>,
  hosts: Hosts,
): QrCodeResource {
  return {
    id: toPublicId(code.codeId),
    type: code.type,
    target: code.target,
    dynamic: code.isDynamic,
    short_url: toPrintedUrl(hosts.SHORT_URL_BASE, code),
    image_url: toImageUrl(hosts.CDN_URL, code.codeId, 'png'),
    svg_url: toImageUrl(hosts.CDN_URL, code.codeId, 'svg'),
    scans,
    created_at: new Date(code.createdAtMs).toISOString(),
  };
}

/** The names of a code in short links besides its id, the printed one first. */
export function listNames(
  code: QrCode,
  added: readonly AddedName[],
  { SHORT_URL_BASE }: Hosts,
): z.output<typeof shownName>[] {
  const printed = { ...printedAddress(code), createdAtMs: code.createdAtMs };
  return [printed, ...added].map(({ host, path, createdAtMs }, i) => ({
    host,
    path,
    short_url: toShortUrl(SHORT_URL_BASE, { host, path }),
    is_printed: i === 0,
    created_at: new Date(createdAtMs).toISOString(),
  }));
}

/** A code in GET, PATCH and the list: the nine fields, then the owner's other settings. */
export function toResource(counted: CountedQrCode, hosts: Hosts): QrCodeDetailsResource {
  const { code } = counted;
  const { title, ...filedTexts } = writeOwnTexts(code);
  return {
    ...toCreatedResource(counted, hosts),
    title,
    color: code.color,
    format: code.format,
    size: code.size,
    margin: code.margin,
    error_correction: code.errorCorrection,
    updated_at: new Date(code.updatedAtMs).toISOString(),
    status: counted.status,
    ...toControlSettings(code.control ?? NO_CONTROL),
    content: code.content,
    ...filedTexts,
    tags: code.tags,
    metadata: code.metadata,
    archived: code.isArchived,
    original_created_at: toTimestamp(code.origin?.createdAtMs),
    imported_scans: code.origin?.scans ?? null,
    domain: code.host,
    short_code: code.gs1 ? null : code.shortCode,
    symbol_version: code.symbolVersion,
    last_scan_at: toTimestamp(counted.lastScanAtMs),
    gs1: code.gs1 && writeElements(code.gs1),
    style: code.style && toShownStyle(code.style),
    scan_check: toScanCheck(code),
    logo_check: toLogoCheck(code),
    ...(counted.targetFailure ? { target_problem: toTargetProblem(counted.targetFailure) } : {}),
    ...(counted.names && { names: listNames(code, counted.names, hosts) }),
  };
}

function toTargetProblem(failure: TargetFailure): QrCodeDetailsResource['target_problem'] {
  const { url, status, sinceMs } = failure;
  const since = new Date(sinceMs).toISOString();
  return { url, status, message: `The target ${describeFault(failure)}.`, since };
}

type Symbol = Pick<QrCode, 'style' | 'symbolVersion' | 'errorCorrection' | 'margin' | 'gs1'>;

function toLogoCheck(code: Symbol): QrCodeDetailsResource['logo_check'] {
  const { style, symbolVersion, errorCorrection } = code;
  const fit = style?.logo?.fit;
  if (!fit) return null;
  const { modules, damage } = fit;
  const share = round(modules / countSymbolModules(code));
  return { level: errorCorrection, version: symbolVersion, modules, share, damage: round(damage) };
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}

/** A symbol with a style exists only if the reader could read it. */
function toScanCheck(code: Symbol): QrCodeDetailsResource['scan_check'] {
  const { margin, style } = code;
  if (!style) return null;
  const inside = countSymbolModules(code) + 2 * margin;
  const { width: modules } = sizeFrame(style.frame, inside);
  return { passed: true, ...SCAN_TEST, min_width_mm: leastWidthMm(modules) };
}

export function toDeletionResource(codeId: CodeId): z.output<typeof deletion> {
  return { id: toPublicId(codeId), deleted: true };
}

/** An edit in JSON. */
export function toEditResource(past: PastEdit): z.output<typeof edit> {
  const { editedAtMs, editorId, editor, edits, changes } = past;
  return {
    edited_at: new Date(editedAtMs).toISOString(),
    editor: { type: typeOfActor(editorId), id: editorId, name: editor?.name ?? null },
    edits,
    ...toChanges(changes),
  };
}

/** The names of what an edit changed. */
export function toChangedNames(changes: Changes): string[] {
  return toChanges(changes).changed;
}

/** The changes of an edit, by the names of the interface. */
function toChanges(changes: Changes) {
  const [from, to] = [toState(changes, 0), toState(changes, 1)];
  const changed = Object.keys(to).filter(
    (field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]),
  );
  const pick = (of: typeof to) => Object.fromEntries(changed.map((field) => [field, of[field]]));
  const [was, is] = changes.control ?? [];
  const isNewPassword = was?.password?.salt !== is?.password?.salt;
  return { changed: [...changed, ...(isNewPassword ? ['password'] : [])], from: pick(from), to: pick(to) };
}

/** The names of the recorded fields besides control, which is several. */
const NAMES = {
  target: 'target',
  ...OWN_TEXTS,
  tags: 'tags',
  metadata: 'metadata',
  isArchived: 'archived',
} as const satisfies Record<Exclude<RecordedField, 'control'>, keyof QrCodeDetailsResource>;

function toState(changes: Changes, side: 0 | 1) {
  const fields = Object.entries(changes).map(([field, values]) => [field, values[side]]);
  return toFields(Object.fromEntries(fields) as Partial<RecordedFields>);
}

/** The fields that an edit can change, as the interface has them; of those that are missing, none. */
export function toFields(of: Partial<RecordedFields>): Readonly<Record<string, unknown>> {
  const fields = RECORDED_FIELDS.filter((field) => of[field] !== undefined).map((field) =>
    field === 'control' ? toControlSettings(of.control ?? NO_CONTROL) : { [NAMES[field]]: of[field] },
  );
  return Object.assign({}, ...fields) as Record<string, unknown>;
}
