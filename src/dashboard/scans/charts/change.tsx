import { perLanguage } from '#languages/say.ts';
import { formatCount } from '../../kit/format-count.ts';

const percentFormat = perLanguage((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));

interface ChangeProps {
  readonly now: number;
  readonly before: number;
}

/** `+18%`, in the colour of its direction */
export function Change({ now, before }: ChangeProps) {
  return <span class={now >= before ? 'up' : 'down'}>{formatChange(now, before)}</span>;
}

/** A change in percent; in scans if there were none before. */
export function formatChange(now: number, before: number): string {
  if (now === before) return '±0';
  const sign = now > before ? '+' : '−';
  if (before === 0) return `${sign}${formatCount(now)}`;
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  return percent === 0
    ? `${sign}<${percentFormat().format(0.01)}`
    : `${sign}${percentFormat().format(percent / 100)}`;
}
