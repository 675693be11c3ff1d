import { toPublicId } from '#core/codes/code-id.ts';
import type { NewCodeProblems } from '#core/codes/new-code-problem.ts';
import { type ContrastValues, LARGEST_LUMA_SHARE, LUMA_DIFFERENCE_REQUIRED } from '#core/styles/contrast.ts';
import { LARGEST_FRAME_LUMA } from '#core/styles/frame.ts';
import { DARKEST_PAPER_LUMA } from '#core/styles/style.ts';
import { say } from '#languages/say.ts';
import type { BookOf } from './problems.ts';
import { sayDecimal } from './say-length.ts';

/** The phrases for problems with a new code: with its look and with its symbol. */

type Book = BookOf<NewCodeProblems>;

/** With the nearest colours that pass, which a form offers by a button. */
function explainContrast(contrast: ContrastValues): string {
  const { dark, light } = contrast.nearest;
  return [
    explainContrastFault(contrast),
    say('The nearest colours that pass are dark {dark} and light {light}.', { dark, light }),
  ].join(' ');
}

function explainContrastFault({ fault, difference, share }: ContrastValues): string {
  if (difference < 0)
    return say('The dark colour is lighter than the light one, which many scanners cannot read.');
  return fault === 'share'
    ? say(
        'The dark colour is too light to be scanned reliably: it may have at most {most} of the brightness of the light colour, and has {share}.',
        { most: sayDecimal(LARGEST_LUMA_SHARE, 9), share: sayDecimal(share ?? 0, 9) },
      )
    : say(
        'The colours are too alike to be scanned reliably: they differ in brightness by {difference}, and at least {least} is needed.',
        { least: sayDecimal(LUMA_DIFFERENCE_REQUIRED, 9), difference: sayDecimal(difference, 9) },
      );
}

const FREE_PLAN =
  'This service runs on the Free plan of Cloudflare Workers, which gives a request little time to compute.';

export const CODE_PHRASES = {
  part_low_contrast: ({ dark, light, contrast }) =>
    say('{dark} on {light}: {problem}', { dark, light, problem: explainContrast(contrast) }),
  gradient_and_dark: 'The gradient colours the dark modules. Choose either a colour or a gradient.',
  frame_text_without_room:
    'This frame has no room for a text. Choose another frame, or leave the text empty.',
  frame_text_required: '{it} is required for this frame, for example “Scan me”.',
  eyes_too_light:
    'The eyes ({eyes}) are lighter than the rest of the symbol, and readers find it by its eyes. The nearest colour that passes is {nearest}.',
  frame_too_light: ({ frame, luma, nearest }) =>
    say(
      'The frame ({frame}) has a luma of {luma}, and readers were measured with frames of at most {most}. The nearest colour that passes is {nearest}.',
      { frame, luma: sayDecimal(luma, 9), most: sayDecimal(LARGEST_FRAME_LUMA, 9), nearest },
    ),
  paper_too_dark: ({ luma }) =>
    say(
      'A transparent background shows the paper, and this paper is too dark: its luma is {luma}, and at least {least} is read.',
      { luma: sayDecimal(luma, 9), least: sayDecimal(DARKEST_PAPER_LUMA, 9) },
    ),
  style_not_drawn: () => `${say('This look cannot be drawn here. Choose a plain one.')} ${say(FREE_PLAN)}`,
  content_too_long: ({ contentBytes, largestBytes, errorCorrection }) => {
    const problem = say(
      'The content is {contentBytes} bytes long, and the largest QR code with error correction {errorCorrection} holds {largestBytes} bytes of text.',
      { contentBytes: String(contentBytes), errorCorrection, largestBytes: String(largestBytes) },
    );
    const advice =
      errorCorrection === 'L' ? say('Shorten it.') : say('Shorten it, or choose a lower error correction.');
    return `${problem} ${advice}`;
  },
  symbol_too_large: ({ version, largestVersion, reason }) => {
    const problem = say(
      'The content needs a QR code of version {version} ({side} modules wide), and the largest that can be drawn here is version {most}. Shorten it, or choose a lower error correction.',
      { version: String(version), side: String(17 + 4 * version), most: String(largestVersion) },
    );
    return reason === null ? problem : `${problem} ${say(FREE_PLAN)}`;
  },
  elements_too_long: ({ characters, side, reason }) => {
    const problem = say(
      'These elements are {characters} characters long, and the largest Data Matrix that can be drawn here, {side} modules wide, does not hold them. Leave some out.',
      { characters: String(characters), side: String(side) },
    );
    return reason === null ? problem : `${problem} ${say(FREE_PLAN)}`;
  },
  logo_without_room:
    'This content takes a symbol of version {version}, and no symbol of its size has room for a logo: an alignment pattern, by which readers find their way, occupies the middle. Use a shorter target; a dynamic code has room, because its symbol holds only a short link.',
  logo_size_impossible: ({ share }) =>
    say(
      'The symbol of this content has no room for a logo of a given size. The largest safe size is {share} of the side.',
      { share: sayDecimal(share, 9) },
    ),
  logo_too_large: ({ size, largestSize }) =>
    say(
      'A logo of {size} covers more of this symbol than is repaired without a loss: the largest size is {most}.',
      { size: sayDecimal(size, 9), most: sayDecimal(largestSize, 9) },
    ),
  gs1_unknown_ai: '{ai} is not a GS1 application identifier.',
  gs1_empty: '({ai}) must not be empty.',
  gs1_length: '({ai}) must have {expected} characters.',
  gs1_characters: '({ai}) may contain only {expected}.',
  gs1_check_digit: '({ai}) must end with the check digit {expected}.',
  gs1_value: '({ai}) must hold {expected}.',
  gs1_no_primary_key: '{it} must hold a primary key, such as (01) for a GTIN.',
  gs1_misplaced: '({ai}) does not belong there with this primary key.',
  gs1_out_of_order:
    '({ai}) does not belong there: after this key, only these may follow, in this order: {others}.',
  gs1_required: ({ ai, others }) => {
    const values = { ai, others: others.join(', ') };
    return others.length > 1
      ? say('({ai}) must come with one of {others}.', values)
      : say('({ai}) must come with {others}.', values);
  },
  gs1_excluded: '({ai}) must not come with {others}.',
  gs1_of_other_type: '{it} is for GS1 codes only.',
  short_code_of_key: 'A GS1 code is named by what it identifies: leave {it} out.',
  key_taken:
    'Another code of yours has {key} on this host. Change that one, or add a batch or a serial number.',
  gs1_needs_domain: 'This service has no host for GS1 codes: choose one of your active domains.',
  gs1_prefix_not_approved:
    'The operator of this service has not approved the company prefix of {key} for your account on {host}. Ask them, or choose one of your active domains.',
  type_not_dynamic:
    'Only web addresses, texts, contacts, events, Wi-Fi networks, files and GS1 codes can be dynamic: phones act on anything else only if the symbol itself holds it.',
  type_only_dynamic: 'A code that opens a file, or is a GS1 code, is always dynamic.',
  payment_look: '{it} cannot be chosen: the standard of this payment says how its code looks.',
  control_of_static_code:
    'Only dynamic codes can be paused, scheduled, limited, protected or ruled: a static code leads where its symbol says.',
  external_id_taken: ({ externalId, holder }) =>
    holder === null
      ? say('Another of these codes has the external id "{externalId}".', { externalId })
      : say('Your code {code} has the external id "{externalId}" already.', {
          code: toPublicId(holder),
          externalId,
        }),
  short_code_taken: 'Another code has or had the short code "{shortCode}". Choose another.',
  domain_not_ready: '{host} is not one of your active domains. Choose another.',
  size_too_small: (values) => {
    const texts = {
      text: values.smallText ?? '',
      size: String(values.size),
      least: String(values.smallestSize),
      side: String(values.side),
      pixels: String(values.perModule),
    };
    return values.smallText === null
      ? say(
          'The picture is {side} modules wide, and each needs at least {pixels} pixels to be scanned: {size} pixels are too few, {least} is the smallest size that works.',
          texts,
        )
      : say(
          'The text of the frame, "{text}", would be too small to be read: {size} pixels are too few, {least} is the smallest size that works. Or choose a shorter text.',
          texts,
        );
  },
  unscannable:
    '{it} is the likeliest reason why a test reader could not read a picture of this code. Choose something plainer.',
  logo_not_found: 'There is no such image in your account. Choose another, or upload it again.',
  low_contrast: explainContrast,
} satisfies Book;

/** A form offers the nearest colours by a button. */
export const FORM_CODE_PHRASES = {
  low_contrast: (contrast) =>
    -contrast.difference >= LUMA_DIFFERENCE_REQUIRED
      ? `${explainContrastFault(contrast)} ${say('Swap the two.')}`
      : explainContrastFault(contrast),
} satisfies Partial<Book>;

export const CODE_PUBLIC_CODES: { readonly [code in keyof NewCodeProblems]?: string } = {
  payment_look: 'conflict',
  control_of_static_code: 'code_not_dynamic',
  external_id_taken: 'external_id_taken',
  short_code_taken: 'short_code_taken',
  key_taken: 'short_code_taken',
  short_code_of_key: 'conflict',
  gs1_of_other_type: 'conflict',
  gs1_needs_domain: 'not_available',
  gs1_prefix_not_approved: 'not_available',
  gs1_required: 'required',
  gs1_excluded: 'conflict',
  gs1_misplaced: 'conflict',
  gs1_out_of_order: 'conflict',
  gs1_no_primary_key: 'required',
  domain_not_ready: 'not_available',
  low_contrast: 'low_contrast',
  part_low_contrast: 'low_contrast',
  gradient_and_dark: 'conflict',
  frame_text_without_room: 'conflict',
  frame_text_required: 'required',
  eyes_too_light: 'low_contrast',
  frame_too_light: 'low_contrast',
  paper_too_dark: 'low_contrast',
  style_not_drawn: 'not_available',
  content_too_long: 'content_too_long',
  symbol_too_large: 'content_too_long',
  elements_too_long: 'content_too_long',
  size_too_small: 'too_small',
  logo_without_room: 'too_big',
  logo_size_impossible: 'too_big',
  logo_too_large: 'too_big',
  unscannable: 'unscannable',
  logo_not_found: 'not_found',
};
