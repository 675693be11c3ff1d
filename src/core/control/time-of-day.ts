import { MINUTES_OF_DAY } from './local-clock.ts';

const MINUTES_OF_HOUR = 60;
const TIME_OF_DAY = /^([01]\d|2[0-4]):([0-5]\d)$/;

/** Minutes since midnight of `HH:MM`, up to `24:00`; null for any other text. */
export function parseTimeOfDay(text: string): number | null {
  const [, hour, minute] = TIME_OF_DAY.exec(text) ?? [];
  const minutes = Number(hour) * MINUTES_OF_HOUR + Number(minute);
  return minutes <= MINUTES_OF_DAY ? minutes : null;
}

export function formatTimeOfDay(minutes: number): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${twoDigits(Math.floor(minutes / MINUTES_OF_HOUR))}:${twoDigits(minutes % MINUTES_OF_HOUR)}`;
}
