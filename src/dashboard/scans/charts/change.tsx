import { formatCount, formatPercent } from '../../kit/format-count.ts';

/** `+18%`, in the colour of its direction */
export function Change({ now, before }: { readonly now: number; readonly before: number }) {
  return <span class={now >= before ? 'up' : 'down'}>{formatChange(now, before)}</span>;
}

/** A change in percent; in scans if there were none before. */
export function formatChange(now: number, before: number): string {
  if (now === before) return '±0';
  const sign = now > before ? '+' : '−';
  if (before === 0) return `${sign}${formatCount(now)}`;
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  return sign + (percent === 0 ? `<${formatPercent(0.01)}` : formatPercent(percent / 100));
}
