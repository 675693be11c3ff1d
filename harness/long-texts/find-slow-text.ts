import { threadCpuUsage } from 'node:process';
import { createContext, runInContext } from 'node:vm';

/** A text of any length: what comes first, what is repeated, and what ends it. */
export interface Pump {
  readonly start: string;
  readonly unit: string;
  readonly end: string;
}

/** Reads a text, in one go. */
export type Reader = (text: string) => unknown;

export interface SlowText extends Pump {
  readonly length: number;
}

/** What takes longer than this for its length is looked at closely. */
const SUSPICIOUS_MS = 3;
/** What takes less says nothing about its growth. */
const MEASURABLE_MS = 25;
const LONG_ENOUGH_MS = 100;
const LONGEST = 1 << 16;
/** Twice the length takes twice as long in linear time, and four times as long in quadratic time. */
const [TIMES_LONGER, MOST_TIMES_SLOWER] = [2, 3];
/** So often growth has to be seen: a measurement on a busy machine errs at most in some of them. */
const MEASUREMENTS = 5;
/** Ends what would never end. */
const PATIENCE_MS = 60_000;

/** The first of the pumped texts whose time grows faster than its length; null if all are read in linear time. */
export function findSlowText(
  read: Reader,
  pumps: readonly Pump[],
  lengths: readonly number[],
): SlowText | null {
  let [next, length] = [0, 0];
  const measure = (pump: Pump, atLength: number): number => {
    length = atLength;
    const text = toText({ ...pump, length });
    const before = threadCpuUsage();
    read(text);
    const { user, system } = threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  const isSlow = (pump: Pump): boolean => {
    const suspicious = lengths.find((some) => measure(pump, some) > SUSPICIOUS_MS);
    return suspicious !== undefined && growsTooFast((some) => measure(pump, some), suspicious);
  };
  const isRestSlow = (): boolean => {
    for (let pump = pumps[next]; pump; pump = pumps[++next]) if (isSlow(pump)) return true;
    return false;
  };
  let verdict = patiently(isRestSlow);
  for (let pump = pumps[next]; pump && verdict === null; pump = pumps[next]) {
    // Was it this text that took the time, or all of them together?
    const alone = pump;
    if (patiently(() => isSlow(alone)) !== false) return { ...pump, length };
    next++;
    verdict = patiently(isRestSlow);
  }
  const pump = pumps[next];
  return pump ? { ...pump, length } : null;
}

function growsTooFast(measure: (length: number) => number, from: number): boolean {
  for (let length = from; length <= LONGEST; length *= 2) {
    const ms = measure(length);
    if (ms < MEASURABLE_MS) continue;
    const isMuchSlower = () =>
      measure(TIMES_LONGER * length) > MOST_TIMES_SLOWER * Math.max(ms, measure(length));
    if (Array.from({ length: MEASUREMENTS }).every(isMuchSlower)) return true;
    if (ms > LONG_ENOUGH_MS) return false;
  }
  return false;
}

/** What some work gives; null if it does not end. */
function patiently(work: () => boolean): boolean | null {
  try {
    return runInContext('work()', createContext({ work }), { timeout: PATIENCE_MS }) as boolean;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return null;
  }
}

function toText({ start, unit, end, length }: SlowText): string {
  return start + unit.repeat(Math.ceil(length / unit.length)) + end;
}

/** A text as a line of a report, in which each character can be told. */
export function describeSlowText({ start, unit, end, length }: SlowText): string {
  const [from, repeated, to] = [start, unit, end].map((part) =>
    JSON.stringify(part).replaceAll(
      /[^ -~]/g,
      (unseen) => `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
  return `${from} + ${repeated} up to ${length} characters + ${to}`;
}
