import type { PrintCheck, PrintWarning, PrintWarnings } from '#core/prints/print-check.ts';
import type { PrintProblems } from '#core/prints/print-problem.ts';
import { MODULE_MM, WIDTH_MM } from '#core/prints/print-request.ts';
import type { LayoutName } from '#core/prints/layouts.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { type BookOf, sayIn } from './problems.ts';
import { sayDecimal, sayLength } from './say-length.ts';

/** The phrases for prints: problems of a request, and results of a check. */

const outOfModules = ({ least, most, side, widthMm }: PrintProblems['module_too_wide'], it: string) =>
  `${it} must be from ${least} to ${most} for this code: it is ${side} modules wide with its quiet zone, and is printed ${WIDTH_MM.min} to ${WIDTH_MM.max} mm wide, not ${widthMm}.`;

/** The layouts as people call them. */
export const LAYOUT_TITLES: Readonly<Record<LayoutName, PlainMessage>> = {
  table_tent: 'Table tent',
  card_a6: 'A6 card',
  business_card: 'Business card',
  poster_a4: 'A4 poster',
  poster_a3: 'A3 poster',
  sticker_round_50: 'Round sticker',
  sticker_square_50: 'Square sticker',
};

const ABSENT_CAPTIONS = {
  title: 'The code has no title. Give it one, or choose another text.',
  short_url: 'A static code has no short link.',
  external_id: 'The code has no external id. Give it one, or choose another text.',
} as const satisfies Record<PrintProblems['caption_absent']['caption'], PlainMessage>;

const NO_PERCENTAGES =
  '{it} must have four percentages from 0 to 100 with commas between them, like 0,91,76,0.';

export const PRINT_PHRASES = {
  print_width_required: ({ exampleMm, moduleMm }, it) =>
    `${it} or "module_mm" is required: how wide the code is printed with its quiet zone (${WIDTH_MM.min} to ${WIDTH_MM.max} mm), or one of its modules (${MODULE_MM.min} to ${MODULE_MM.max} mm). At ${exampleMm} mm, a module of this code is ${moduleMm} mm wide.`,
  print_widths_exclude: ({ side, widthMm, moduleMm, madeModuleMm, madeWidthMm }, it) =>
    `${it} and "width_mm" exclude each other: send one of them. This code is ${side} modules wide with its quiet zone, so a width of ${widthMm} mm makes modules of ${madeModuleMm} mm, and modules of ${moduleMm} mm make a width of ${madeWidthMm} mm.`,
  print_side_fixed: ({ sideMm, widthMm }) =>
    say('A QR-bill is always {side} mm wide without its quiet zone, and {width} mm with it.', {
      side: sayDecimal(sideMm),
      width: sayDecimal(widthMm),
    }),
  sheet_side_fixed: ({ sideMm }) =>
    say(
      'A QR-bill is always printed at {side} × {side} mm, so it is on no labels or layouts. Print it by itself.',
      {
        side: sayDecimal(sideMm),
      },
    ),
  print_too_narrow: ({ least, side }, it) =>
    say('{it} must be at least {least} mm: the code is {side, number} modules wide with its quiet zone.', {
      it,
      least: sayDecimal(least),
      side,
    }),
  module_too_narrow: outOfModules,
  module_too_wide: outOfModules,
  growth_too_large: ({ most, moduleMm }, it) =>
    `${it} must be at most ${most} here, a quarter of a module: a module is ${moduleMm} mm wide.`,
  distance_too_large: ({ distanceMm, widthMm }, it) =>
    `${it} of ${distanceMm} takes a width of ${widthMm} mm for this code, and at most ${WIDTH_MM.max} mm are printed.`,
  standard_needs_pdf: 'PDF/X is a kind of PDF. Choose PDF.',
  x1a_needs_inks: 'PDF/X-1a is for inks only. Choose an ink, or a plain PDF.',
  x4_needs_rgb: 'PDF/X-4 is in screen colours. Choose the design, or PDF/X-1a for inks.',
  condition_needs_x1a: (_, it) =>
    `${it} is for "standard=x-1a" only: no other file names a printing condition.`,
  svg_has_no_inks: 'An SVG cannot hold inks. Choose black, or choose PDF or EPS for inks.',
  no_ink: (_, it) => `${it} must be "design", "cmyk", "k", "cmyk:c,m,y,k", "spot:NAME" or "rgb".`,
  no_cmyk: NO_PERCENTAGES,
  no_ink_name: ({ odd }, it) =>
    odd === null
      ? say('{it} must name the ink, like PANTONE 185 C.', { it })
      : say('The name of an ink cannot contain {odd}. Write it like PANTONE 185 C.', {
          odd: JSON.stringify(odd),
        }),
  ink_name_reserved:
    'An ink cannot be named “{name}”: presses use this name themselves. Choose black or CMYK instead.',
  alternate_required:
    '{it} is required with a spot colour: what screens show for it, as four percentages with commas between them, like 0,91,76,0.',
  no_alternate: NO_PERCENTAGES,
  alternate_needs_spot: (_, it) =>
    `${it} is for a spot colour only: leave it out, or send "color=spot:NAME".`,
  values_need_cmyk: 'Only colours that are converted to CMYK take values.',
  no_cmyk_values: '“{part}” is not a colour with four percentages, like #0b3d91:100,75,0,20.',
  cmyk_values_twice: '{color} appears twice.',
  cmyk_value_unused: 'The design has no {color}. Its colours are {colors}.',
  cmyk_value_too_light:
    '{color} would be too light to scan. Add ink to it, or take ink from the light colour.',
  ink_too_light: ({ darker }, it) =>
    darker === null
      ? say('{it} is too light to scan on white paper. Choose black ink.', { it })
      : say('{it} is too light to scan on white paper. With more black, {darker} would do.', {
          it,
          darker: darker.replace(/^cmyk:/, ''),
        }),
  caption_absent: ({ caption }) => say(ABSENT_CAPTIONS[caption]),
  caption_not_drawn: 'This text contains {missing}, which cannot be printed. Choose another text.',
  caption_too_long: ({ leastMm }) =>
    say('This text does not fit. Print the code at least {width} mm wide.', { width: sayDecimal(leastMm) }),
  layout_too_small: ({ layout, larger }) =>
    larger === null
      ? say('The code has too many modules for this layout ({layout}).', {
          layout: say(LAYOUT_TITLES[layout]),
        })
      : say('The code has too many modules for this layout ({layout}). Choose {larger}, or a larger one.', {
          layout: say(LAYOUT_TITLES[layout]),
          larger: say(LAYOUT_TITLES[larger]),
        }),
  words_too_long: ({ larger }) =>
    larger === null
      ? say('This is too long for the layout. Shorten it.')
      : say('This is too long for the layout. Shorten it, or choose {larger}.', {
          larger: say(LAYOUT_TITLES[larger]),
        }),
} satisfies BookOf<PrintProblems>;

export const PRINT_PUBLIC_CODES: { readonly [code in keyof PrintProblems]?: string } = {
  print_width_required: 'required',
  print_widths_exclude: 'conflict',
  print_side_fixed: 'conflict',
  sheet_side_fixed: 'conflict',
  print_too_narrow: 'too_small',
  module_too_narrow: 'too_small',
  module_too_wide: 'too_big',
  growth_too_large: 'too_big',
  distance_too_large: 'too_big',
  standard_needs_pdf: 'conflict',
  x1a_needs_inks: 'conflict',
  x4_needs_rgb: 'conflict',
  condition_needs_x1a: 'conflict',
  svg_has_no_inks: 'conflict',
  alternate_required: 'required',
  alternate_needs_spot: 'conflict',
  values_need_cmyk: 'conflict',
  cmyk_values_twice: 'duplicate',
  cmyk_value_too_light: 'low_contrast',
  ink_too_light: 'low_contrast',
  caption_too_long: 'too_big',
  layout_too_small: 'too_small',
  words_too_long: 'too_big',
};

const WARNINGS = {
  module_tiny: ({ moduleMm, least, codeMm }) =>
    say(
      'A module is {module} mm wide. Below {least} mm, office printers and older phones lose it: print the code at least {width} mm wide.',
      { module: sayDecimal(moduleMm, 3), least: sayDecimal(least), width: sayDecimal(codeMm) },
    ),
  module_below_pos: ({ moduleMm, least, codeMm }) =>
    say(
      'A module is {module} mm wide. GS1 asks for at least {least} mm at the point of sale: print the code at least {width} mm wide.',
      { module: sayDecimal(moduleMm, 3), least: sayDecimal(least, 3), width: sayDecimal(codeMm) },
    ),
  module_above_pos: ({ moduleMm, most }) =>
    say(
      'A module is {module} mm wide. GS1 allows at most {most} mm at the point of sale; anywhere else, larger is better.',
      { module: sayDecimal(moduleMm, 3), most: sayDecimal(most, 3) },
    ),
  quiet_zone_narrow:
    'The quiet zone is {modules, plural, one {# module} other {# modules}} wide, and the standard asks for {standard, number}. Keep the paper around the code empty, or set the quiet zone to {standard, number}.',
  distance_too_far: ({ maxDistanceMm, distanceMm, codeMm }) =>
    say('Phones read it from up to {most}. To be read from {distance}, it has to be {width} mm wide.', {
      most: sayLength(maxDistanceMm),
      distance: sayLength(distanceMm),
      width: sayDecimal(codeMm),
    }),
  multi_ink:
    '{inks, number} inks print on top of each other. Where they are not aligned, edges blur: one dark ink is safer.',
  screen_color:
    'This is a screen colour, which the press mixes from up to four inks. Black ink alone is safer.',
  colors_mixed:
    'Colours are converted to CMYK without a profile, so bright ones come out duller. Ask for a proof where a colour must be exact.',
  ink_heavy:
    'The inks of {color} add up to {percent, number}%. Above {most, number}%, paper dries slowly and smears: ask your print shop for its limit.',
  red_ink:
    'Scanners with red light, as at tills, cannot see this ink. Black, dark blue and dark green are safe.',
  colors_not_printed: 'The whole design is printed in the one ink that you chose, a logo in its shades.',
  caption_cut:
    'The text is cut off after {lines, plural, one {# line} other {# lines}}. Print the code wider, or shorten the title.',
  not_for_phones:
    'Phones do not open a GS1 Data Matrix; tills and machines read it. For people, print a QR code beside it.',
  not_active: 'This code is not active: people who scan it now do not reach its target.',
} satisfies BookOf<PrintWarnings>;

/** The text of a warning, in responses and on pages. */
export const sayPrintWarning = (warning: PrintWarning) => sayIn(WARNINGS, warning, '');

/** The result of a print check, in one sentence. */
export function summarizePrint({ moduleMm, widthMm, maxDistanceMm, inks, warnings }: PrintCheck): string {
  const color = inks.length === 0 ? 'screen colours' : `${inks.join(', ')} ink`;
  const count = warnings.length === 1 ? 'one warning' : `${warnings.length} warnings`;
  const rest = warnings.length === 0 ? 'nothing speaks against it' : count;
  return `Printed ${sayDecimal(widthMm)} mm wide in ${color}, with modules of ${sayDecimal(moduleMm)} mm, it reads from up to ${sayLength(maxDistanceMm)}: ${rest}.`;
}
