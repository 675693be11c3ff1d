import type { PropsWithChildren } from 'hono/jsx';

interface RuledPageProps {
  /** The page in millimetres. */
  readonly width: number;
  readonly height: number;
  /** Where the rulers have their zero: the corner of what is left after cutting. */
  readonly zero?: { readonly x: number; readonly y: number };
  /** What it shows, for people who cannot see it. */
  readonly label: string;
}

/** Shares of the longest side, so that rulers look the same around a label and a poster. */
const BAND = 0.075;
const LETTER = 0.034;
/** The most labels along a ruler. */
const LABELS_ALONG = 6;

/** A page with rulers in millimetres above it and on its left. Its content is drawn in millimetres. */
export function RuledPage({
  width,
  height,
  zero = { x: 0, y: 0 },
  label,
  children,
}: PropsWithChildren<RuledPageProps>) {
  const longest = Math.max(width, height);
  const [band, letter] = [round(longest * BAND), round(longest * LETTER)];
  const step = chooseStep(longest);
  const [right, down] = [listLabels(width - zero.x, step), listLabels(height - zero.y, step)];
  const across = right.ticks.map((mm) => `M${round(zero.x + mm)} 0v-${round(band * lengthOf(mm, step))}`);
  const along = down.ticks.map((mm) => `M0 ${round(zero.y + mm)}h-${round(band * lengthOf(mm, step))}`);
  return (
    <svg
      viewBox={`-${band} -${band} ${round(width + band + longest * 0.01)} ${round(height + band + longest * 0.01)}`}
      role="img"
      aria-label={label}
    >
      <g fill="var(--text-quiet)" font-size={letter} aria-hidden="true">
        <path
          stroke="var(--line-control)"
          stroke-width={round(longest / 400)}
          d={[...across, ...along].join('')}
        />
        <text x={-band * 0.95} y={-band * 0.45}>
          mm
        </text>
        {right.labels.map((mm) => (
          <text x={round(zero.x + mm + letter * 0.25)} y={round(-band * 0.45)}>
            {mm}
          </text>
        ))}
        {down.labels.map((mm) => (
          <text
            transform={`translate(${round(-band * 0.45)} ${round(zero.y + mm + letter * 0.25)}) rotate(-90)`}
            text-anchor="end"
          >
            {mm}
          </text>
        ))}
      </g>
      {/* Paper is white in dark mode, too. */}
      <rect
        class="paper"
        width={round(width)}
        height={round(height)}
        fill="var(--paper)"
        stroke="var(--line-control)"
        vector-effect="non-scaling-stroke"
      />
      {children}
    </svg>
  );
}

/** The distance between labels: 1, 2 or 5 times a power of ten. */
function chooseStep(longest: number): number {
  const power = 10 ** Math.floor(Math.log10(longest / LABELS_ALONG));
  return ([1, 2, 5].find((times) => times * power * LABELS_ALONG >= longest) ?? 10) * power;
}

/** The ticks of a ruler, five for each label. */
function listLabels(length: number, step: number) {
  const count = Math.floor((length * 5) / step + 1e-6);
  const ticks = Array.from({ length: count + 1 }, (_, i) => round((i * step) / 5));
  // A label needs room after its tick.
  const labels = ticks.filter((mm, i) => i % 5 === 0 && mm + step * 0.5 <= length);
  return { ticks, labels };
}

function lengthOf(mm: number, step: number): number {
  return Math.abs(mm / step - Math.round(mm / step)) < 1e-6 ? 0.4 : 0.2;
}

const round = (mm: number) => Number(mm.toFixed(3));

/** The lines over a print that nobody prints: where to cut, and what to keep clear. */
export const GUIDE = {
  fill: 'none',
  stroke: 'var(--guide)',
  'vector-effect': 'non-scaling-stroke',
} as const;
