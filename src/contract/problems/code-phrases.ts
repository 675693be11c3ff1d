import { toPublicId } from '#core/codes/code-id.ts';
import type { NewCodeProblems } from '#core/codes/new-code-problem.ts';
import { type ContrastValues, LARGEST_LUMA_SHARE, LUMA_DIFFERENCE_REQUIRED } from '#core/styles/contrast.ts';
import { FRAME_KINDS, FRAME_TEXTS, LARGEST_FRAME_LUMA } from '#core/styles/frame.ts';
import { DARKEST_PAPER_LUMA } from '#core/styles/style.ts';
import { say, sayWith } from '#languages/say.ts';
import type { BookOf } from './problems.ts';
import { sayDecimal } from './say-length.ts';

/** The phrases for problems with a new code: with its look and with its symbol. */

type Book = BookOf<NewCodeProblems>;

function explainContrast(contrast: ContrastValues): string {
  const { dark, light } = contrast.nearest;
  return [
    explainContrastFault(contrast),
    say('The nearest colours that pass are dark {dark} and light {light}.', { dark, light }),
  ].join(' ');
}

function explainContrastFault({ fault, difference, share }: ContrastValues): string {
  if (fault === 'share')
    return say(
      'The dark colour is too light to be scanned reliably: it has {share} of the luma of the light colour, and at most {most} is read.',
      { share: sayDecimal(share ?? 0, 9), most: sayDecimal(LARGEST_LUMA_SHARE, 9) },
    );
  const values = { difference: sayDecimal(difference, 9), least: sayDecimal(LUMA_DIFFERENCE_REQUIRED, 9) };
  return difference < 0
    ? say(
        'The dark colour is lighter than the light one, which many scanners cannot read: the luma of light minus that of dark is {difference}, and at least {least} is needed.',
        values,
      )
    : say(
        'The colours are too alike to be scanned reliably: the luma of light minus that of dark is {difference}, and at least {least} is needed.',
        values,
      );
}

function explainSize(values: NewCodeProblems['size_too_small']): string {
  const { isStyled, isFramed, smallText } = values;
  const size = String(values.size);
  const least = String(values.smallestSize);
  if (smallText !== null)
    return say(
      'The text of the frame, "{text}", would be too small to be read: {size} pixels are too few, {least} is the smallest size that works. Or choose a shorter text.',
      { text: smallText, size, least },
    );
  const needs = { size, least, side: String(values.side), pixels: String(values.perModule) };
  if (isFramed)
    return isStyled
      ? say(
          'The symbol is {side} modules wide with its quiet zone and frame, and each needs at least {pixels} pixels in this style: {size} pixels are too few, {least} is the smallest size that works.',
          needs,
        )
      : say(
          'The symbol is {side} modules wide with its quiet zone and frame, and each needs at least {pixels} pixels to be scanned: {size} pixels are too few, {least} is the smallest size that works.',
          needs,
        );
  return isStyled
    ? say(
        'The symbol is {side} modules wide with its quiet zone, and each needs at least {pixels} pixels in this style: {size} pixels are too few, {least} is the smallest size that works.',
        needs,
      )
    : say(
        'The symbol is {side} modules wide with its quiet zone, and each needs at least {pixels} pixels to be scanned: {size} pixels are too few, {least} is the smallest size that works.',
        needs,
      );
}

const ofAuto = ({ share, version }: NewCodeProblems['logo_size_impossible']) =>
  `"auto" takes ${share} of the side, in a symbol of version ${version}`;

/** The kinds of frames that need no text. */
const listKinds = () =>
  FRAME_KINDS.filter((kind) => FRAME_TEXTS[kind] !== 'required')
    .map((kind) => `"${kind}"`)
    .join(', ');

const SHARED = {
  part_low_contrast: ({ dark, light, contrast }) =>
    say('{dark} on {light}: {problem}', { dark, light, problem: explainContrast(contrast) }),
  gradient_and_dark: ({ from, to }) =>
    `"color.dark" and "style.gradient" exclude each other: the gradient from ${from} to ${to} colours the dark modules. Leave "color.dark" out.`,
  frame_text_without_room: (_, it) =>
    `${it} needs a frame with room for it: choose another kind than "border", such as "label_bottom", or leave the text out.`,
  frame_text_required: ({ kind }, it) =>
    `${it} is required for a frame of the kind "${kind}": kinds without one are ${listKinds()}.`,
  eyes_too_light:
    'The eyes ({eyes}) are lighter than the rest of the symbol, and readers find it by its eyes. The nearest colour that passes is {nearest}.',
  frame_too_light: ({ frame, luma, nearest }) =>
    say(
      'The frame ({frame}) has a luma of {luma}, and readers were measured with frames of at most {most}. The nearest colour that passes is {nearest}.',
      { frame, luma: sayDecimal(luma, 9), most: sayDecimal(LARGEST_FRAME_LUMA, 9), nearest },
    ),
  paper_too_dark: ({ luma }) =>
    `With a transparent background "color.light" is the paper that the picture is put on. Its luma is ${luma}, and at least ${DARKEST_PAPER_LUMA} is read.`,
  style_not_drawn: ({ reason }) => `Symbols are drawn without a style here: ${reason}.`,
  content_too_long:
    'The content is {contentBytes} bytes long, and the largest QR code with error correction {errorCorrection} holds {largestBytes} bytes of text.',
  symbol_too_large: ({ version, largestVersion, reason }) =>
    `The content needs a QR code of version ${version} (${17 + 4 * version} modules wide), and the largest that can be drawn here is version ${largestVersion}${reason === null ? '' : `: ${reason}`}.`,
  logo_without_room:
    'This content takes a symbol of version {version}, and no symbol of its size has room for a logo: an alignment pattern, by which readers find their way, occupies the middle. Use a shorter target; a dynamic code has room, because its symbol holds only a short link.',
  logo_size_impossible: (auto) =>
    `The symbol of this content has no room for a logo of a given size; ${ofAuto(auto)}.`,
  logo_too_large: ({ size, largestSize, ...auto }) =>
    `A logo of ${size} covers more of this symbol than is repaired without a loss: the largest size is ${largestSize}, and ${ofAuto(auto)}.`,
} satisfies Partial<Book>;

export const API_CODE_PHRASES = {
  ...SHARED,
  type_not_dynamic: ({ type }, it) =>
    `${it} must be "url", "text", "vcard", "event", "wifi" or "file" for a dynamic code, not "${type}": phones act on that only if the symbol itself holds it.`,
  type_only_dynamic: ({ type }, it) =>
    `${it} must be true for a code of type "${type}": no symbol holds a file, so a short link opens it.`,
  payment_look: ({ type }, it) =>
    `${it} cannot be chosen for "${type}": the standard of this payment has it black on white, without a design, with level M and a quiet zone of at least 4 modules, because the readers of banks expect that.`,
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
  // The sentence does not name the field, of which there are three.
  domain_not_ready: ({ host }) => `${host} is not one of your active domains. "GET /v1/domains" lists them.`,
  low_contrast: explainContrast,
  // The field is part of the sentence only if it is not the request's own "size".
  size_too_small: (values, it) => (it === '"size"' ? '' : `${it}: `) + explainSize(values),
  unscannable: (_, it) =>
    `A reader did not get the content from a test picture of this code. The likeliest cause is ${it}: choose another value for it.`,
  logo_not_found: ({ image }) =>
    `You have no image "${image}": POST /v1/images makes one of a PNG, JPEG or SVG.`,
} satisfies Book;

export const FORM_CODE_PHRASES = {
  ...SHARED,
  paper_too_dark: ({ luma }) =>
    say(
      'A transparent background shows the paper, and this paper is too dark: its luma is {luma}, and at least {least} is read.',
      { luma: sayDecimal(luma, 9), least: sayDecimal(DARKEST_PAPER_LUMA, 9) },
    ),
  gradient_and_dark: 'The gradient colours the dark modules. Choose either a colour or a gradient.',
  frame_text_without_room:
    'This frame has no room for a text. Choose another frame, or leave the text empty.',
  style_not_drawn: 'This look cannot be drawn here. Choose a plain one.',
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
  type_not_dynamic: 'Only web addresses, texts, contacts, events, Wi-Fi networks and files can be dynamic.',
  type_only_dynamic: 'A code that opens a file is always dynamic.',
  payment_look: 'The standard of this payment says how its code looks. Leave this as it is.',
  control_of_static_code: 'Only dynamic codes can do this.',
  external_id_taken: 'Another of your codes has this external id.',
  short_code_taken: 'Another code already has this. Choose another.',
  domain_not_ready: '{host} is not one of your active domains. Choose another.',
  low_contrast: ({ fault, difference, share }) => {
    if (-difference >= LUMA_DIFFERENCE_REQUIRED)
      return say(
        'The dark colour is lighter than the light one, which many scanners cannot read. Swap the two.',
      );
    return fault === 'share'
      ? say(
          'The dark colour is too light to be scanned reliably: it may have at most {most} of the brightness of the light colour, and has {share}.',
          { most: sayDecimal(LARGEST_LUMA_SHARE, 9), share: sayDecimal(share ?? 0, 9) },
        )
      : say(
          'The colours are too alike to be scanned reliably: they differ in brightness by {difference}, and at least {least} is needed.',
          { least: sayDecimal(LUMA_DIFFERENCE_REQUIRED, 9), difference: sayDecimal(difference, 9) },
        );
  },
  frame_text_required: 'Enter the text, for example “Scan me”.',
  size_too_small: explainSize,
  content_too_long: (values) =>
    `${sayWith(SHARED.content_too_long, values)} ${say('Shorten it, or choose a lower error correction.')}`,
  symbol_too_large: ({ version, largestVersion, reason }) => {
    const problem = say(
      'The content needs a QR code of version {version} ({side} modules wide), and the largest that can be drawn here is version {most}. Shorten it, or choose a lower error correction.',
      { version: String(version), side: String(17 + 4 * version), most: String(largestVersion) },
    );
    return reason === null
      ? problem
      : `${problem} ${say('This service runs on the Free plan of Cloudflare Workers, which gives a request little time to compute.')}`;
  },
  unscannable: 'A test reader could not read a picture of this code. Choose something plainer here.',
  logo_not_found: 'This image no longer exists. Choose another, or upload it again.',
} satisfies Book;

export const CODE_PUBLIC_CODES: { readonly [code in keyof NewCodeProblems]?: string } = {
  payment_look: 'conflict',
  control_of_static_code: 'code_not_dynamic',
  external_id_taken: 'external_id_taken',
  short_code_taken: 'short_code_taken',
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
  size_too_small: 'too_small',
  logo_without_room: 'too_big',
  logo_size_impossible: 'too_big',
  logo_too_large: 'too_big',
  unscannable: 'unscannable',
  logo_not_found: 'not_found',
};
