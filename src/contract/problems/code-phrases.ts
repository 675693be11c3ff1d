import { toPublicId } from '#core/codes/code-id.ts';
import type { NewCodeProblems } from '#core/codes/new-code-problem.ts';
import { type ContrastValues, LARGEST_LUMA_SHARE, LUMA_DIFFERENCE_REQUIRED } from '#core/styles/contrast.ts';
import { FRAME_KINDS, FRAME_TEXTS, LARGEST_FRAME_LUMA } from '#core/styles/frame.ts';
import { DARKEST_PAPER_LUMA } from '#core/styles/style.ts';
import type { BookOf } from './problems.ts';

/** The phrases for problems with a new code: with its look and with its symbol. */

type Book = BookOf<NewCodeProblems>;

function explainContrast({ fault, difference, share, nearest }: ContrastValues): string {
  const cause =
    fault === 'share'
      ? `The dark colour is too light to be scanned reliably: it has ${share} of the luma of the light colour, and at most ${LARGEST_LUMA_SHARE} is read.`
      : `${
          difference < 0
            ? 'The dark colour is lighter than the light one, which many scanners cannot read'
            : 'The colours are too alike to be scanned reliably'
        }: the luma of light minus that of dark is ${difference}, and at least ${LUMA_DIFFERENCE_REQUIRED} is needed.`;
  return `${cause} The nearest colours that pass are dark ${nearest.dark} and light ${nearest.light}.`;
}

function explainSize(values: NewCodeProblems['size_too_small']): string {
  const { size, smallestSize, side, perModule, isStyled, isFramed, smallText } = values;
  const works = `${size} pixels are too few, ${smallestSize} is the smallest size that works.`;
  return smallText === null
    ? `The symbol is ${side} modules wide with its ${isFramed ? 'quiet zone and frame' : 'quiet zone'}, and each needs at least ${perModule} pixels ${isStyled ? 'in this style' : 'to be scanned'}: ${works}`
    : `The text of the frame, "${smallText}", would be too small to be read: ${works} Or choose a shorter text.`;
}

const ofAuto = ({ share, version }: NewCodeProblems['logo_size_impossible']) =>
  `"auto" takes ${share} of the side, in a symbol of version ${version}`;

/** The kinds of frames that need no text. */
const listKinds = () =>
  FRAME_KINDS.filter((kind) => FRAME_TEXTS[kind] !== 'required')
    .map((kind) => `"${kind}"`)
    .join(', ');

const SHARED = {
  part_low_contrast: ({ dark, light, contrast }) => `${dark} on ${light}: ${explainContrast(contrast)}`,
  gradient_and_dark: ({ from, to }) =>
    `"color.dark" and "style.gradient" exclude each other: the gradient from ${from} to ${to} colours the dark modules. Leave "color.dark" out.`,
  frame_text_without_room: (_, it) =>
    `${it} needs a frame with room for it: choose another kind than "border", such as "label_bottom", or leave the text out.`,
  frame_text_required: ({ kind }, it) =>
    `${it} is required for a frame of the kind "${kind}": kinds without one are ${listKinds()}.`,
  eyes_too_light: ({ eyes, nearest }) =>
    `The eyes (${eyes}) are lighter than the rest of the symbol, and readers find it by its eyes. The nearest colour that passes is ${nearest}.`,
  frame_too_light: ({ frame, luma, nearest }) =>
    `The frame (${frame}) has a luma of ${luma}, and readers were measured with frames of at most ${LARGEST_FRAME_LUMA}. The nearest colour that passes is ${nearest}.`,
  paper_too_dark: ({ luma }) =>
    `With a transparent background "color.light" is the paper that the picture is put on. Its luma is ${luma}, and at least ${DARKEST_PAPER_LUMA} is read.`,
  style_not_drawn: ({ reason }) => `Symbols are drawn without a style here: ${reason}.`,
  content_too_long: ({ contentBytes, largestBytes, errorCorrection }) =>
    `The content is ${contentBytes} bytes long, and the largest QR code with error correction ${errorCorrection} holds ${largestBytes} bytes of text.`,
  symbol_too_large: ({ version, largestVersion, reason }) =>
    `The content needs a QR code of version ${version} (${17 + 4 * version} modules wide), and the largest that can be drawn here is version ${largestVersion}${reason === null ? '' : `: ${reason}`}.`,
  logo_without_room: ({ version }) =>
    `This content takes a symbol of version ${version}, and no symbol of its size has room for a logo: an alignment pattern, by which readers find their way, has the middle. Use a shorter target; a dynamic code has room, because its symbol holds a short link only.`,
  logo_size_impossible: (auto) =>
    `The symbol of this content has no room for a logo of a given size; ${ofAuto(auto)}.`,
  logo_too_large: ({ size, largestSize, ...auto }) =>
    `A logo of ${size} covers more of this symbol than is repaired without a loss: the largest size is ${largestSize}, and ${ofAuto(auto)}.`,
} satisfies Partial<Book>;

export const API_CODE_PHRASES: Book = {
  ...SHARED,
  type_not_dynamic: ({ type }, it) =>
    `${it} must be "url" for a dynamic code, not "${type}": a short link can only lead to a URL.`,
  control_of_static_code: () =>
    'A static code leads where its symbol says: only codes with "dynamic": true can be paused, scheduled, limited, protected or ruled.',
  external_id_taken: ({ externalId, holder }) =>
    holder === null
      ? `Another code of this request has the external id "${externalId}".`
      : `Your code ${toPublicId(holder)} has the external id "${externalId}" already.`,
  // The sentence does not name the field.
  short_code_taken: ({ shortCode, isInRequest }) =>
    isInRequest
      ? `Another code of this request has the short code "${shortCode}".`
      : `The short code "${shortCode}" is taken. Short codes of deleted codes stay taken. Choose another one.`,
  low_contrast: explainContrast,
  // The field is part of the sentence only if it is not the request's own "size".
  size_too_small: (values, it) => (it === '"size"' ? '' : `${it}: `) + explainSize(values),
  unscannable: (_, it) =>
    `A reader did not get the content from a test picture of this code. The likeliest cause is ${it}: choose another value for it.`,
  logo_not_found: ({ image }) =>
    `You have no image "${image}": POST /v1/images makes one of a PNG, JPEG or SVG.`,
};

const SHORTEN = 'Shorten it, or choose a lower error correction.';

export const FORM_CODE_PHRASES: Book = {
  ...SHARED,
  type_not_dynamic: () => 'Only web addresses can be dynamic.',
  control_of_static_code: () => 'Only dynamic codes can do this.',
  external_id_taken: () => 'Another of your codes has this external id.',
  short_code_taken: () => 'Another code already has this. Choose another.',
  low_contrast: ({ fault, difference, share }) => {
    if (-difference >= LUMA_DIFFERENCE_REQUIRED)
      return 'The dark colour is lighter than the light one, which many scanners cannot read. Swap the two.';
    return fault === 'share'
      ? `The dark colour is too light to be scanned reliably: it may have at most ${LARGEST_LUMA_SHARE} of the brightness of the light colour, and has ${share}.`
      : `The colours are too alike to be scanned reliably: dark must be darker than light by a difference in brightness of ${LUMA_DIFFERENCE_REQUIRED}, and here that is ${difference}.`;
  },
  frame_text_required: () => 'Enter the text, for example “Scan me”.',
  size_too_small: explainSize,
  content_too_long: (values) => `${SHARED.content_too_long(values)} ${SHORTEN}`,
  symbol_too_large: (values) => `${SHARED.symbol_too_large(values)} ${SHORTEN}`,
  unscannable: () => 'A test reader could not read a picture of this code. Choose something plainer here.',
  logo_not_found: () => 'This image no longer exists. Choose another, or upload it again.',
};

export const CODE_PUBLIC_CODES: { readonly [code in keyof NewCodeProblems]?: string } = {
  control_of_static_code: 'code_not_dynamic',
  external_id_taken: 'external_id_taken',
  short_code_taken: 'short_code_taken',
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
  size_too_small: 'too_small',
  logo_without_room: 'too_big',
  logo_size_impossible: 'too_big',
  logo_too_large: 'too_big',
  unscannable: 'unscannable',
  logo_not_found: 'not_found',
};
