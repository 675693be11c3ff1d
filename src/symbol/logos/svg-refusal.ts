import type { PictureProblem } from './picture-file.ts';

/** Thrown while an SVG is read: why it cannot be a logo. `readSvg` turns it into a value. */
export class SvgRefusal extends Error {
  readonly code: PictureProblem['code'];

  constructor(code: PictureProblem['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** What to do about a part of an SVG that a logo cannot have, by its name in the file. */
const ADVICE: readonly (readonly [names: RegExp, advice: string])[] = [
  [/^stroke|^line$/, 'convert strokes to outlines'],
  [/^(?:text|tspan|textPath|tref|font.*)$/, 'convert text to paths'],
  [/opacity$/, 'use solid colours'],
  [/gradient|^pattern$/i, 'use one colour for each shape'],
  [/^(?:mask|filter|clip-path|mix-blend-mode)$/, 'cut the shapes in your drawing program'],
  [/^(?:use|symbol|svg|switch|a)$/, 'put its shapes into the drawing itself'],
  [/^(?:style|@)/, 'give shapes their colours with classes or the attribute fill'],
];

/** @param name of an element, an attribute or a property; quoted only if it is one that drawing programs could have written */
export function refuse(name: string, what = ''): never {
  const advice = ADVICE.find(([names]) => names.test(name))?.[1];
  const quoted = /^[\w:@.-]{1,40}$/.test(name) ? `"${name}"${what}` : 'a part with an unusual name';
  throw new SvgRefusal(
    'unsupported',
    `The SVG has ${quoted}, which a logo cannot have: ${advice ? `${advice}, or ` : ''}upload a PNG instead.`,
  );
}

export function refuseDamaged(what: string): never {
  throw new SvgRefusal('damaged', `The SVG is damaged: ${what}.`);
}

export function refuseTooManyPoints(): never {
  throw new SvgRefusal(
    'too_large',
    'The SVG has too many points for a logo: simplify its paths, or upload a PNG instead.',
  );
}
