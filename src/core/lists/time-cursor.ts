/** The position of an entry in a list that is ordered by time, then by id. */
export interface TimePosition<Id extends string = string> {
  readonly timeMs: number;
  readonly id: Id;
}

/** A cursor of such a list, opaque to callers. */
export function formatTimeCursor({ timeMs, id }: TimePosition): string {
  return btoa(`${timeMs.toString(36)}.${id}`).replaceAll('=', '');
}

/** Reads a cursor; null if `formatTimeCursor` did not make the text from an id of this kind. */
export function parseTimeCursor(text: string, idPattern: RegExp): TimePosition | null {
  if (!/^[A-Za-z0-9]{1,60}$/.test(text)) return null;
  const [, time, id] = /^([0-9a-z]{1,11})\.(.+)$/.exec(decode(text)) ?? [];
  if (time === undefined || id === undefined || !idPattern.test(id)) return null;
  const position = { timeMs: Number.parseInt(time, 36), id };
  return Number.isSafeInteger(position.timeMs) && formatTimeCursor(position) === text ? position : null;
}

function decode(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}
