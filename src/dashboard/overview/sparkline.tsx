import type { Child } from 'hono/jsx';

const WIDTH = 100;
const HEIGHT = 32;

/** Pictures without axes or numbers, as wide as a tile. The charts below have the numbers. */
function Picture({ children }: { readonly children: Child }) {
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      height={HEIGHT}
      preserveAspectRatio="none"
    >
      {children}
    </svg>
  );
}

/** A line over the days. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const most = Math.max(0, ...values);
  if (values.length < 2 || most === 0) return null;
  const points = values.map((value, i) => {
    const x = (i * WIDTH) / (values.length - 1);
    return `${x.toFixed(1)},${(HEIGHT - 1 - (value / most) * (HEIGHT - 2)).toFixed(1)}`;
  });
  return (
    <Picture>
      <polygon
        fill="var(--chart-now)"
        fill-opacity="0.1"
        points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`}
      />
      <polyline
        fill="none"
        stroke="var(--chart-now)"
        stroke-width="1.5"
        stroke-linejoin="round"
        points={points.join(' ')}
        vector-effect="non-scaling-stroke"
      />
    </Picture>
  );
}

/** Thinner bars would blur. */
const MOST_BARS = 90;

/** A bar for each day; the one at `marked` stands out. */
export function SparkBars({
  values,
  marked,
}: {
  readonly values: readonly number[];
  readonly marked?: number;
}) {
  const most = Math.max(0, ...values);
  if (values.length < 2 || values.length > MOST_BARS || most === 0) return null;
  const room = WIDTH / values.length;
  return (
    <Picture>
      {values.map((value, i) => {
        const height = (value / most) * (HEIGHT - 4);
        return value === 0 ? null : (
          <rect
            fill="var(--chart-now)"
            fill-opacity={i === marked ? 1 : 0.3}
            x={(i * room).toFixed(2)}
            y={(HEIGHT - height).toFixed(1)}
            width={(room * 0.75).toFixed(2)}
            height={height.toFixed(1)}
          />
        );
      })}
    </Picture>
  );
}

/** Two bars, of now and of before. */
export function SparkPair({ now, before }: { readonly now: number; readonly before: number }) {
  const most = Math.max(now, before);
  if (most === 0) return null;
  const widthOf = (value: number) => ((value / most) * WIDTH).toFixed(1);
  return (
    <Picture>
      <rect fill="var(--chart-now)" y="12" width={widthOf(now)} height="6" />
      <rect fill="var(--chart-before)" fill-opacity="0.5" y="22" width={widthOf(before)} height="6" />
    </Picture>
  );
}
