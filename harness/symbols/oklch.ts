/** Linear sRGB: from 0 to 1 for colours that a screen can show. */
export type LinearRgb = readonly [red: number, green: number, blue: number];

/** Linear sRGB of an OKLCH colour (CSS Color 4 §9.2), before it is clipped to what a screen can show. The hue is in degrees. */
export function toLinearRgb(lightness: number, chroma: number, hue: number): LinearRgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** WCAG 2.2, "relative luminance" and "contrast ratio". */
export function contrastOf(one: LinearRgb, other: LinearRgb): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear sRGB. */
const VISIONS = {
  'full colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

export type Vision = keyof typeof VISIONS;
export const VISION_NAMES = Object.keys(VISIONS) as Vision[];

/**
 * How different two colours look to somebody with this vision: the distance in OKLab. About 0.02 is the least visible difference side by
 * side.
 */
export function distanceSeen(one: LinearRgb, other: LinearRgb, vision: Vision): number {
  const [a, b] = [one, other].map((color) => toOklab(seeColor(color, vision)));
  return Math.hypot(...(a ?? []).map((value, i) => value - (b?.[i] ?? Number.NaN)));
}

function seeColor([red, green, blue]: LinearRgb, vision: Vision): LinearRgb {
  const [r, g, b] = VISIONS[vision].map((row) =>
    Math.min(1, Math.max(0, row[0] * red + row[1] * green + row[2] * blue)),
  );
  return [r ?? 0, g ?? 0, b ?? 0];
}

function toOklab([red, green, blue]: LinearRgb): [number, number, number] {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
