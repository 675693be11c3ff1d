import { describe, expect, test } from 'vitest';
import { LABEL_TEMPLATES } from '#core/prints/label-templates.ts';
import { LAYOUT_NAMES } from '#core/prints/layouts.ts';
import { listDesigns } from '#harness/data/designs.ts';
import {
  CODE_DPI,
  FORMS,
  type Form,
  labelDpiOf,
  LAYOUT_DPI,
  proveCode,
  proveLabels,
  proveLayout,
} from '#harness/data/proofs.ts';
import { sampled } from '#harness/data/sampled.ts';
import { hasPrintTools } from '#harness/programs/print-tools.ts';
import { type Findings, provePrints } from '#harness/programs/prove-prints.ts';

const SEED = 31;

const WORDS = [
  { headline: 'See our menu', text: 'Point your camera at the code.' },
  { headline: 'Menu' },
  { text: 'Δείτε τον κατάλογό μας' },
  {},
];

const FORM_LIST = Object.keys(FORMS) as Form[];
const TEMPLATE_LIST = Object.keys(LABEL_TEMPLATES) as (keyof typeof LABEL_TEMPLATES)[];

/**
 * Everything that is wrong. ZXing-C++ loses a few crisp renderings close to the bound of the colour rule, and of dense codes on labels: one
 * reading in a hundred may fail, or one design as both programs draw it.
 */
function listTrouble(name: string, { faults, unread, readings, farthest }: Findings): string[] {
  console.log(
    `${name}: ${readings} readings, ${unread.length} failed; at most ${(100 * farthest).toFixed(2)} % of the pixels of a picture differ.`,
  );
  return unread.length > Math.max(2, readings / 100) ? [...faults, ...unread] : faults;
}

// Each file is drawn by every program that knows its format, and read by zbar and ZXing-C++. In the colours of the screen the whole page, frame
// and all, must be the PNG of the design.
describe.runIf(hasPrintTools())(
  `${sampled(300)} random designs of seed ${SEED} on paper, but for one reading in a hundred,`,
  () => {
    const designs = listDesigns(sampled(300), SEED);

    test.each(FORM_LIST)('are what their PNGs show, and are read, every other one in %s', async (form) => {
      const findings = await provePrints(
        (await designs).flatMap((design, i) =>
          (i + FORM_LIST.indexOf(form)) % 2 === 0 ? [() => proveCode(design, form, i)] : [],
        ),
        CODE_DPI,
      );
      expect(listTrouble(form, findings)).toEqual([]);
    });

    test.each(LAYOUT_NAMES)(
      'are what their previews show, and are read, one in seven as %s',
      async (layout) => {
        const findings = await provePrints(
          (await designs).flatMap((design, i) => {
            const words = WORDS[Math.floor(i / LAYOUT_NAMES.length) % WORDS.length];
            return LAYOUT_NAMES[i % LAYOUT_NAMES.length] === layout
              ? [() => proveLayout(design, { layout, ...words }, i)]
              : [];
          }),
          LAYOUT_DPI[layout],
          6,
        );
        expect(listTrouble(layout, findings)).toEqual([]);
      },
    );

    test.each(TEMPLATE_LIST)(
      'are what their images show, and are read, one in seven on labels %s',
      async (name) => {
        const template = LABEL_TEMPLATES[name];
        const perPage = template.columns * template.rows;
        const own = (await designs).filter((_, i) => TEMPLATE_LIST[i % TEMPLATE_LIST.length] === name);
        const findings = await provePrints(
          Array.from(
            { length: Math.ceil(own.length / perPage) },
            (_, page) => () => proveLabels(own.slice(page * perPage, (page + 1) * perPage), template),
          ),
          labelDpiOf(template),
          1,
        );
        expect(listTrouble(name, findings)).toEqual([]);
      },
    );
  },
);
