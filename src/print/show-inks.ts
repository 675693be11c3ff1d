import type { Fill, LogoPath, Shape } from '#core/drawing.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import { type Inks, mixOf } from './ink.ts';
import { screenColorOf } from './ink-contrast.ts';

/** The same shapes in the colours that process inks have on white paper. The pixels of a logo and other inks stay as they are. */
export function showInks(shapes: readonly Shape[], inks: Inks): readonly Shape[] {
  if (inks.space !== 'process') return shapes;
  const show = (color: HexColor) => screenColorOf({ space: 'cmyk', cmyk: mixOf(inks, color) });
  const showFill = (fill: Fill): Fill =>
    typeof fill === 'string' ? show(fill) : { ...fill, from: show(fill.from), to: show(fill.to) };
  const showPath = (path: LogoPath): LogoPath => ({ ...path, fill: show(path.fill) });
  return shapes.map((shape): Shape => {
    if (shape.kind === 'outlines') return { ...shape, fill: showFill(shape.fill) };
    if (shape.kind !== 'picture') return { ...shape, fill: show(shape.fill) };
    const { picture } = shape;
    return 'paths' in picture ? { ...shape, picture: { paths: picture.paths.map(showPath) } } : shape;
  });
}
