import { formatCount } from '../frame/format-count.ts';

interface ChangeProps {
  readonly now: number;
  readonly before: number;
  /** With what is compared: `in the 30 days before`. */
  readonly than: string;
}

/** `+18% against 1,020 in the 30 days before` */
export function Change({ now, before, than }: ChangeProps) {
  return (
    <>
      <span class={now >= before ? 'up' : 'down'}>{formatChange(now, before)}</span>
      {` against ${formatCount(before)} ${than}`}
    </>
  );
}

/** A change in percent; in scans where there were none before. */
export function formatChange(now: number, before: number): string {
  if (now === before) return '±0';
  const sign = now > before ? '+' : '−';
  if (before === 0) return `${sign}${formatCount(now)}`;
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  return percent === 0 ? `${sign}<1%` : `${sign}${formatCount(percent)}%`;
}
