import type { ControlProblem } from './control-problem.ts';

/** ISO 8601 with its zone. Seconds and their fractions may be left out. */
const TIMESTAMP =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** A time in milliseconds since 1970; 0 if it is refused. */
export function checkInstant(text: string, field: string, problems: ControlProblem[]): number {
  const timeMs = parseInstant(text);
  if (timeMs === null) problems.push({ code: 'no_timestamp', field, values: {} });
  return timeMs ?? 0;
}

function parseInstant(text: string): number | null {
  const [, year, month, day] = TIMESTAMP.exec(text) ?? [];
  const timeMs = Date.parse(text);
  if (year === undefined || Number.isNaN(timeMs)) return null;
  // The platform reads 30 February as 2 March.
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
    ? timeMs
    : null;
}
