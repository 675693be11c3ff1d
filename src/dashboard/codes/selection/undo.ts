import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import type { EditRequest } from '#core/codes/code-request.ts';
import type { ControlRequest } from '#core/control/checks/control-request.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { parseTag, TAG_LIMITS, tagsWithout } from '#core/codes/tags.ts';
import type { Changed } from '#service/codes/write/write.ts';

/** What takes back a change of pause, end, archive, tags, or an address or file that a code leads to, for the codes that really changed. docs/decisions/selection.md */
export type Undo = readonly UndoPart[];

/** Codes that changed alike, and the change back. */
interface UndoPart {
  /** The change, as `formatUndo` writes it. */
  readonly change: readonly Field[];
  readonly codeIds: readonly CodeId[];
}

type Field = readonly [name: string, value: string];

/** The most codes whose change can be taken back. */
export const MAX_UNDONE = 300;

/** With a page to return to, this fits a cookie. */
const MOST_BYTES = 3_400;

/** Adds what takes back these edits; null if that is more than can be held. */
export function addToUndo(undo: Undo, edits: readonly Changed[]): Undo | null {
  const parts = new Map(undo.map((part) => [formatUndo([{ ...part, codeIds: [] }]), part]));
  for (const { before, code } of edits) {
    const change = listReversed(before, code);
    if (change.length === 0) continue;
    const key = formatUndo([{ change, codeIds: [] }]);
    parts.set(key, { change, codeIds: [...(parts.get(key)?.codeIds ?? []), code.codeId] });
  }
  const added = [...parts.values()];
  return countUndone(added) > MAX_UNDONE || encodeURIComponent(formatUndo(added)).length > MOST_BYTES
    ? null
    : added;
}

function listReversed(before: QrCode, after: QrCode): Field[] {
  const wasPaused = before.control?.isPaused ?? false;
  const isPaused = after.control?.isPaused ?? false;
  return [
    ...(wasPaused === isPaused ? [] : [['paused', String(wasPaused)] as const]),
    ...(endOf(before) === endOf(after) ? [] : [['ends', endOf(before)] as const]),
    ...(before.isArchived === after.isArchived ? [] : [['archived', String(before.isArchived)] as const]),
    // A content is more than its text.
    ...(before.target === after.target || before.content !== null
      ? []
      : [['target', before.target] as const]),
    ...tagsWithout(before.tags, after.tags).map((tag) => ['add', tag] as const),
    ...tagsWithout(after.tags, before.tags).map((tag) => ['remove', tag] as const),
  ];
}

/** In milliseconds; empty if it has none. */
function endOf({ control }: QrCode): string {
  return String(control?.endsAtMs ?? '');
}

export function countUndone(undo: Undo): number {
  return undo.reduce((codes, { codeIds }) => codes + codeIds.length, 0);
}

/** The form of a cookie and of a hidden field: for each part its change, then `codes`; empty if there is nothing to undo. */
export function formatUndo(undo: Undo | null): string {
  if (undo === null) return '';
  const fields = undo.flatMap(({ change, codeIds }) => [...change, ['codes', codeIds.join('.')] as const]);
  return new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
}

/** Reads what `formatUndo` wrote; null for any other text. */
export function parseUndo(text: string): Undo | null {
  const parts: UndoPart[] = [];
  let change: Field[] = [];
  for (const [name, value] of new URLSearchParams(text)) {
    if (name !== 'codes') {
      if (!isChange(name, value)) return null;
      change.push([name, value]);
      continue;
    }
    const codeIds = value.split('.').map(parseCodeId);
    if (change.length === 0 || !codeIds.every((codeId) => codeId !== null)) return null;
    parts.push({ change, codeIds });
    change = [];
  }
  const isBounded =
    countUndone(parts) <= MAX_UNDONE && parts.every((part) => part.change.length <= MOST_FIELDS);
  return parts.length > 0 && change.length === 0 && isBounded ? parts : null;
}

/** All tags replaced by others, both switches, the end, and the target. */
const MOST_FIELDS = 2 * TAG_LIMITS.perCode + 4;

function isChange(name: string, value: string): boolean {
  if (name === 'paused' || name === 'archived') return value === 'true' || value === 'false';
  if (name === 'ends') return /^\d{0,15}$/.test(value);
  // What a target may be depends on its code.
  if (name === 'target') return value !== '';
  return (name === 'add' || name === 'remove') && parseTag(value).ok;
}

export function toEditRequest({ change }: UndoPart): EditRequest {
  const all = (name: string) => change.flatMap(([other, value]) => (other === name ? [value] : []));
  const [paused] = all('paused');
  const [archived] = all('archived');
  const [target] = all('target');
  const [ends] = all('ends');
  const [addTags, removeTags] = [all('add'), all('remove')];
  const hasFiling = archived !== undefined || addTags.length + removeTags.length > 0;
  return {
    ...(target === undefined ? {} : { target }),
    // Static codes have tags, and refuse any control.
    ...(paused === undefined && ends === undefined ? {} : { control: toControl(paused, ends) }),
    ...(hasFiling
      ? {
          filing: {
            addTags,
            removeTags,
            isArchived: archived === undefined ? undefined : archived === 'true',
          },
        }
      : {}),
  };
}

function toControl(paused: string | undefined, ends: string | undefined): ControlRequest {
  return {
    flags: { paused: paused === undefined ? undefined : paused === 'true' },
    endsAt: ends === undefined ? undefined : ends === '' ? null : new Date(Number(ends)).toISOString(),
  };
}

/** The first `count` codes, in their parts, and the rest. */
export function splitUndo(undo: Undo, count: number): readonly [first: Undo, rest: Undo] {
  const first: UndoPart[] = [];
  const rest: UndoPart[] = [];
  let left = count;
  for (const { change, codeIds } of undo) {
    if (left > 0) first.push({ change, codeIds: codeIds.slice(0, left) });
    if (codeIds.length > left) rest.push({ change, codeIds: codeIds.slice(left) });
    left = Math.max(0, left - codeIds.length);
  }
  return [first, rest];
}
