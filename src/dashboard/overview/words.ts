import type { PlainMessage } from '#languages/say.ts';
import type { Series } from '../scans/charts/series.ts';

/** Names a chart over time. */
export const SCANS_BY: Readonly<Record<Series['unit'], PlainMessage>> = {
  hour: 'Scans by hour',
  day: 'Scans by day',
  week: 'Scans by week',
  month: 'Scans by month',
};
