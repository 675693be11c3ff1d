import { checkContrast } from '#core/styles/contrast.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import { fromChannels } from '#core/styles/hex-color.ts';
import { type Frame, FRAME_KINDS, FRAME_TEXTS } from '#core/styles/frame.ts';
import { checkStyle, type CodeStyle, EYE_SHAPES, MODULE_SHAPES, PLAIN_STYLE } from '#core/styles/style.ts';
import type { SymbolStyle } from '#symbol/draw-symbol.ts';
import { BLACK_ON_WHITE, hexColor } from './colors.ts';

export const PLAIN = PLAIN_STYLE;

/** Every shape of modules with every shape of eyes. */
export const SHAPES: readonly CodeStyle[] = MODULE_SHAPES.flatMap((modules) =>
  EYE_SHAPES.map((shape) => ({ ...PLAIN, modules, eyes: { shape, color: null } })),
);

const TEXTS = [
  'Menu',
  'SCAN ME',
  'Tischreservierung & Karte',
  'Откройте меню',
  'Δείτε τον κατάλογό μας',
  'W'.repeat(30),
];

function randomFrame(one: <T>(values: readonly T[]) => T, color: Frame['color']): Frame {
  const kind = one(FRAME_KINDS);
  const text = { none: null, optional: one([null, one(TEXTS)]), required: one(TEXTS) }[FRAME_TEXTS[kind]];
  return { kind, text, color };
}

/**
 * A random style with random colours, among those that the rules of the interface allow.
 *
 * @param frameShare how many of them have a frame
 */
export function randomStyle(
  random: () => number,
  frameShare = 0.3,
): Pick<SymbolStyle, 'color'> & { look: CodeStyle } {
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const channel = (from: number, to: number) => Math.floor(from + random() * (to - from));
  const color = (from: number, to: number) =>
    fromChannels([channel(from, to), channel(from, to), channel(from, to)]);
  while (true) {
    const light = random() < 0.5 ? BLACK_ON_WHITE.light : color(140, 256);
    const isGradient = random() < 0.4;
    const dark = isGradient ? BLACK_ON_WHITE.dark : color(0, 180);
    const look: CodeStyle = {
      modules: one(MODULE_SHAPES),
      eyes: { shape: one(EYE_SHAPES), color: random() < 0.3 ? color(0, 120) : null },
      gradient: isGradient
        ? {
            type: one(['linear', 'radial']),
            angle: channel(0, 360),
            from: color(0, 180),
            to: color(0, 180),
          }
        : null,
      background: random() < 0.2 ? 'transparent' : 'solid',
      logo: null,
      frame: random() < frameShare ? randomFrame(one, random() < 0.5 ? color(0, 60) : null) : null,
    };
    const colors = { dark, light };
    if (checkContrast(colors).ok && checkStyle(look, colors).ok) return { look, color: colors };
  }
}

/** A style with every part that can have a colour of its own. */
export const EVERYTHING: CodeStyle = {
  ...PLAIN,
  modules: 'rounded',
  gradient: { type: 'linear', angle: 45, from: hexColor('#0b3d91'), to: hexColor('#5b0a4a') },
  frame: { kind: 'label_bottom', text: 'Scan me', color: null },
  logo: { image: 'img_0' as ImageId, size: 'auto', fit: null },
};
