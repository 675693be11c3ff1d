import { LAYOUTS, type Layout, type LayoutName } from '#core/prints/layouts.ts';

/** The side of a drawing, in its own units. */
const SIDE = 48;
/** The longest side of the largest layout fills the drawing. */
const LONGEST_MM = 420;
/** Three eyes and two modules, 8 units wide: enough to be recognised as a code. */
const CODE = 'M0 0h3v3H0zM5 0h3v3H5zM0 5h3v3H0zM5 5h1.2v1.2H5zM6.8 6.8H8V8H6.8z';

const DRAWING = { class: 'shape', fill: 'none', stroke: 'var(--line-control)' };

const round = (value: number) => Number(value.toFixed(2));

/** A layout in small: its own proportions, larger for a larger sheet. */
export function LayoutShape({ name }: { readonly name: LayoutName }) {
  const layout: Layout = LAYOUTS[name];
  // Square roots, because a sticker beside a poster would be a dot.
  const scale =
    (SIDE * (0.4 + 0.6 * Math.sqrt(Math.max(layout.width, layout.height) / LONGEST_MM))) /
    Math.max(layout.width, layout.height);
  const [width, height] = [layout.width * scale - 1, layout.height * scale - 1];
  const [x, y] = [(SIDE - width) / 2, (SIDE - height) / 2];
  const page = { x: round(x), y: round(y), width: round(width), height: round(height) };
  return (
    <svg {...DRAWING} viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
      {layout.isRound ? (
        <circle class="sheet" cx={SIDE / 2} cy={SIDE / 2} r={round(width / 2)} />
      ) : (
        <rect class="sheet" {...page} rx="1.5" />
      )}
      {layout.isFolded ? (
        <>
          <path stroke="var(--line)" d={`M${page.x} ${SIDE / 2}h${page.width}`} />
          <Code side={width * 0.45} x={SIDE / 2} y={y + height / 4} />
          <Code side={width * 0.45} x={SIDE / 2} y={y + height * 0.75} />
        </>
      ) : (
        <Code side={Math.min(width, height) * 0.55} x={SIDE / 2} y={SIDE / 2} />
      )}
    </svg>
  );
}

/** A sheet of labels in small. */
export function LabelsShape() {
  const places = [0, 1, 2, 3].flatMap((row) => [0, 1].map((column) => [column, row] as const));
  return (
    <svg {...DRAWING} viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
      <rect class="sheet" x="8" y="2" width="32" height="44" rx="1.5" />
      {places.map(([column, row]) => (
        <>
          <rect stroke="var(--line)" x={10.5 + column * 14} y={4.5 + row * 10} width="13" height="9" rx="1" />
          <Code side={6} x={17 + column * 14} y={9 + row * 10} />
        </>
      ))}
    </svg>
  );
}

/** @param x where its middle is */
function Code({ x, y, side }: { readonly x: number; readonly y: number; readonly side: number }) {
  const place = `translate(${round(x - side / 2)} ${round(y - side / 2)}) scale(${round(side / 8)})`;
  return <path fill="var(--text)" stroke="none" d={CODE} transform={place} />;
}
