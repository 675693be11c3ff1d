import { trimEnd } from '../text.ts';
/** A contact or an event as a file that address books and calendars take. */

/** The vCard with the line ends that RFC 6350 §3.2 requires. */
export function toContactFile(target: string): string {
  return `${toLines(target).join('\r\n')}\r\n`;
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
  return `${calendar.join('\r\n')}\r\n`;
}

function toLines(target: string): string[] {
  return trimEnd(target, '\r\n').split(/\r\n|\n|\r/);
}
