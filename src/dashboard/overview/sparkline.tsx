const WIDTH = 100;
const HEIGHT = 32;

/** A line without axes or numbers, as wide as its tile. The chart below has the numbers. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const most = Math.max(0, ...values);
  if (values.length < 2 || most === 0) return null;
  const points = values.map((value, i) => {
    const x = (i * WIDTH) / (values.length - 1);
    return `${x.toFixed(1)},${(HEIGHT - 1 - (value / most) * (HEIGHT - 2)).toFixed(1)}`;
  });
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      height={HEIGHT}
      preserveAspectRatio="none"
    >
      <polygon class="area" points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline class="now" points={points.join(' ')} vector-effect="non-scaling-stroke" />
    </svg>
  );
}
