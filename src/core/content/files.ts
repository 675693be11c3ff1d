import { unfold } from './property-lines.ts';

/** A contact or an event as a file that address books and calendars take. */

/** The vCard with the line ends and folds of RFC 6350 §3.2. */
export function toContactFile(target: string): string {
  return toFile(toLines(target));
}

/**
 * The event as a calendar (RFC 5545 §3.4, §3.6, §3.6.1), with missing properties added.
 * @param uid constant for the event, so that saving it twice creates one entry
 * @param nowMs creation time of the file, for events without one
 */
export function toCalendarFile(target: string, uid: string, nowMs: number): string {
  const stamp = `${new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const lines = toLines(target);
  const calendar = /^BEGIN:VCALENDAR/i.test(lines[0] ?? '')
    ? lines
    : ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'];
  const has = (name: RegExp) => calendar.some((line) => name.test(line));
  const ofCalendar = [
    ...(has(/^VERSION[:;]/i) ? [] : ['VERSION:2.0']),
    ...(has(/^PRODID[:;]/i) ? [] : ['PRODID:-//qr-code-service//EN']),
  ];
  const ofEvent = [
    ...(has(/^UID[:;]/i) ? [] : [`UID:${uid}`]),
    ...(has(/^DTSTAMP[:;]/i) ? [] : [`DTSTAMP:${stamp}`]),
  ];
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
