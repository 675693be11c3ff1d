import { unfold } from './property-lines.ts';

/** A contact or an event as a file that address books and calendars take. */

/** The vCard with the line ends and folds of RFC 6350 §3.2. */
export function toContactFile(target: string): string {
  return toFile(toLines(target));
}

/** What makes calendars replace an event that they have: the same `uid`, and a higher revision (RFC 5545 §3.8.7.4). */
export interface EventState {
  readonly uid: string;
  /** From 1 on. */
  readonly revision: number;
  readonly updatedAtMs: number;
}

/** The event as a calendar (RFC 5545 §3.4, §3.6, §3.6.1), with missing properties added. */
export function toCalendarFile(target: string, { uid, revision, updatedAtMs }: EventState): string {
  const stamp = `${new Date(updatedAtMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const lines = toLines(target);
  const calendar = /^BEGIN:VCALENDAR/i.test(lines[0] ?? '')
    ? lines
    : ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'];
  const has = (name: RegExp) => calendar.some((line) => name.test(line));
  const ofCalendar = [
    ...(has(/^VERSION[:;]/i) ? [] : ['VERSION:2.0']),
    ...(has(/^PRODID[:;]/i) ? [] : ['PRODID:-//qr-code-service//EN']),
  ];
  // Without a METHOD, DTSTAMP is the time of the last change as well (§3.8.7.2).
  const ofEvent = Object.entries({
    UID: uid,
    DTSTAMP: stamp,
    'LAST-MODIFIED': stamp,
    SEQUENCE: String(revision - 1),
  }).flatMap(([name, value]) => (has(new RegExp(`^${name}[:;]`, 'i')) ? [] : [`${name}:${value}`]));
  const insertAfter = (start: RegExp, added: readonly string[]) => {
    const at = calendar.findIndex((line) => start.test(line)) + 1;
    if (at > 0) calendar.splice(at, 0, ...added);
  };
  insertAfter(/^BEGIN:VEVENT/i, ofEvent);
  insertAfter(/^BEGIN:VCALENDAR/i, ofCalendar);
  return toFile(calendar);
}

/** The lines without the folds that the target may have. */
function toLines(target: string): string[] {
  return unfold(target).split(/\r\n|\n|\r/);
}

function toFile(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** RFC 5545 §3.1 and RFC 6350 §3.2: in UTF-8, without the line end. */
const LONGEST_LINE_BYTES = 75;

/** Folds a line between characters, never within one. */
function fold(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const length = countBytes(character.codePointAt(0) ?? 0);
    if (bytes + length > LONGEST_LINE_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += length;
  }
  return folded;
}

/** In UTF-8 (RFC 3629 §3). An encoder for each character would take most of the time. */
function countBytes(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x8_00) return 2;
  return codePoint < 0x1_00_00 ? 3 : 4;
}
