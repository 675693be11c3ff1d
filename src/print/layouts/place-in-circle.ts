import type { Arrangement, Asked, Trial } from './arrangement.ts';
import type { Look } from './looks.ts';
import type { Block } from './set-words.ts';

/** How far the code may be from the middle, in steps of the radius: words on one side only push it away. */
const SHIFTS = [0, 0.04, 0.08, 0.12, 0.16, 0.2, 0.25];
const MOST_LINES = 3;

/** The headline above the code and the text below it, inside a circle. */
export function placeInCircle(look: Look, trial: Trial, asked: Asked): Arrangement | null {
  const radius = look.width / 2 - look.margin;
  const middle = look.width / 2;
  const { picture, clear, moduleMm } = trial;
  const away = asked.headline && asked.text ? 0 : asked.headline ? 1 : -1;
  // Both sides: the headline is larger than the text.
  for (const shift of asked.headline && asked.text ? SHIFTS.slice(0, 4) : SHIFTS) {
    const y = middle - picture.height / 2 + (away === 0 ? shift : away * shift) * radius;
    const corner = Math.max(middle - y, y + picture.height - middle);
    if (Math.hypot(picture.width / 2, corner) > radius + 1e-9) break;
    const above = asked.headline ? setOutside(trial.setHeadline, middle - (y - clear), radius) : null;
    const below = asked.text ? setOutside(trial.setText, y + picture.height + clear - middle, radius) : null;
    if ((asked.headline && !above) || (asked.text && !below)) continue;
    const centred = { x: middle, isCentred: true };
    return {
      moduleMm,
      picture: { ...picture, x: middle - picture.width / 2, y },
      logo: null,
      blocks: [
        ...(above ? [{ ...above, ...centred, top: y - clear - above.height }] : []),
        ...(below ? [{ ...below, ...centred, top: y + picture.height + clear }] : []),
      ],
    };
  }
  return null;
}

/** A block in the segment of a circle that begins at a distance from its middle; null if it has no room there. */
function setOutside(set: (width: number) => Block | null, from: number, radius: number): Block | null {
  const one = set(Infinity);
  if (!one) return null;
  for (let lines = 1; lines <= MOST_LINES; lines++) {
    const height = one.height + (lines - 1) * one.size * 1.32;
    const far = from + height;
    if (far >= radius) return null;
    // The outermost line is the narrowest.
    const block = set(2 * Math.sqrt(radius ** 2 - far ** 2));
    if (block && block.lines.length <= lines) return block;
  }
  return null;
}
