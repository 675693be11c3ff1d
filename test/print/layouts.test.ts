import { expect, test } from 'vitest';
import { LAYOUT_NAMES, LAYOUTS } from '#core/prints/layouts.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import { FRAME_KINDS } from '#core/styles/frame.ts';
import { loadTypeface } from '#core/typeface/typeface.ts';
import { randomText } from '#harness/data/contents.ts';
import { PLAIN } from '#harness/symbols/styles.ts';
import { partSizeOf, placeInLayout } from '#print/layouts/layout-sheets.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';

test.each(LAYOUT_NAMES)(
  '%s keeps everything within its safe area, or says that it has no room',
  async (layout) => {
    const random = seededRandom(31);
    const [bold, regular] = await Promise.all([loadTypeface('bold'), loadTypeface('regular')]);
    const { width, height } = partSizeOf(layout);
    const { isRound, kind } = LAYOUTS[layout];
    const safe = kind === 'sticker' || layout === 'business_card' ? 3 : 5;
    const words = (longest: number, typeface: typeof bold) => {
      const text = randomText(random, 'aeinorst  lmWÄgj', 1 + random() ** 2 * longest).trim();
      return text === '' ? null : { text: text.replaceAll(/\s+/g, ' '), typeface };
    };
    let placed = 0;
    for (let i = 0; i < 60; i++) {
      const frameKind = FRAME_KINDS[Math.floor(random() * 2 * FRAME_KINDS.length)];
      const frame = frameKind ? { kind: frameKind, text: 'Scan me', color: null } : null;
      const code = {
        modules: 21 + 4 * Math.floor(random() ** 2 * 30),
        margin: 2,
        style: { ...PLAIN, frame },
      };
      const found = placeInLayout(layout, code, { headline: words(60, bold), text: words(200, regular) });
      if (!found.ok) {
        expect(['layout_too_small', 'words_too_long']).toContain(found.error.code);
        continue;
      }
      placed++;
      const { picture, blocks, logo, moduleMm } = found.value;
      expect(moduleMm).toBeGreaterThanOrEqual(0.25);
      const boxes = [
        picture,
        ...(logo ? [logo] : []),
        ...blocks.map((block) => {
          const wide = Math.max(...block.lines.map((line) => line.width));
          const x = block.isCentred ? block.x - wide / 2 : block.x;
          return { x, y: block.top, width: wide, height: block.height };
        }),
      ];
      for (const box of boxes) {
        const [right, bottom] = [box.x + box.width, box.y + box.height];
        const free = isRound
          ? width / 2 -
            Math.hypot(
              Math.max(width / 2 - box.x, right - width / 2),
              Math.max(height / 2 - box.y, bottom - height / 2),
            )
          : Math.min(box.x, box.y, width - right, height - bottom);
        // The corners of a block may be empty, but not these.
        expect(free, JSON.stringify(box)).toBeGreaterThan(safe - 0.01);
      }
      const overlaps = boxes.flatMap((a, k) =>
        boxes
          .slice(k + 1)
          .filter(
            (b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
          ),
      );
      expect(overlaps).toEqual([]);
    }
    expect(placed).toBeGreaterThan(20);
  },
);

test.each(['table_tent', 'poster_a4', 'business_card'] as const)(
  'a %s without words has its code in the middle, and no logo beside it',
  (layout) => {
    const { width, height } = partSizeOf(layout);
    const logoOf = { image: 'img_0' as ImageId, size: 'auto', fit: null } as const;
    const style = { ...PLAIN, logo: logoOf };
    const found = placeInLayout(layout, { modules: 25, margin: 2, style }, { headline: null, text: null });
    if (!found.ok) throw new Error('no room');
    const { picture, logo, blocks } = found.value;
    expect([logo, blocks]).toEqual([null, []]);
    expect(picture.x).toBeCloseTo(width - picture.x - picture.width);
    expect(picture.y).toBeCloseTo(height - picture.y - picture.height);
  },
);
