import { sayDecimal } from '#contract/problems/say-length.ts';
import { ANY_IMAGE_SIZE, MARGIN } from '#core/codes/limits.ts';
import { COPIES, LABEL_TEMPLATES, OFFSET_MM, ROLL_MM, TEMPLATE_NAMES } from '#core/prints/label-templates.ts';
import { DISTANCE_MM, WIDTH_MM } from '#core/prints/print-request.ts';
import { say } from '#languages/say.ts';
import {
  Fields,
  type FieldSpec,
  type FieldTable,
  listFirst,
  type Place,
} from '../../frame/forms/field-table.tsx';

export const DISTANCE_CM = { min: DISTANCE_MM.min / 10, max: DISTANCE_MM.max / 10 } as const;

/** No sheet has more labels. */
const START = { min: 1, max: 1_000 } as const;

/** The text of the code that is printed beside it. */
const CAPTION = {
  kind: 'choice',
  options: [
    ['none', 'No text'],
    ['title', 'The title'],
    ['short_url', 'The short link'],
    ['external_id', 'The external id'],
  ],
  wrongChoice: 'Choose one of these texts, or none.',
  first: 'none',
} as const satisfies Partial<FieldSpec>;

const inMm = (range: { readonly min: number; readonly max: number }) =>
  ({ kind: 'decimal', attributes: { ...range, step: '0.01' } }) as const;

const inWords = (placeholder: string) => ({ kind: 'exact', attributes: { placeholder } }) as const;

/** Everything that a download can ask for. Which of them a file needs, its card says. */
const TABLE = {
  kind: { label: 'File', first: 'pdf' },
  size: { kind: 'whole', label: 'Width in pixels', attributes: ANY_IMAGE_SIZE },
  width_mm: {
    ...inMm(WIDTH_MM),
    label: 'Width in mm',
    hint: 'Including the quiet zone.',
    first: '40',
  },
  distance_cm: {
    kind: 'decimal',
    label: 'Scanning distance in cm',
    isOptional: true,
    hint: 'How far away people are when they scan.',
    attributes: { ...DISTANCE_CM, step: '0.1' },
  },
  look: {
    kind: 'choice',
    label: 'Colours',
    options: [
      ['design', 'As designed'],
      ['k', 'All in black'],
      ['rgb', 'All in its dark colour'],
    ],
    first: 'design',
  },
  ink: {
    kind: 'choice',
    label: 'Inks',
    options: [
      ['process', 'As designed, converted to CMYK'],
      ['k', 'All in black ink'],
      ['cmyk', 'All in one CMYK colour'],
      ['spot', 'All in one spot colour, such as PANTONE'],
    ],
    first: 'process',
  },
  carrier: {
    kind: 'choice',
    label: 'Symbol',
    hint: 'Phones do not open a Data Matrix.',
    options: [
      ['qr', 'QR code, for phones and tills'],
      ['datamatrix', 'GS1 Data Matrix, for tills and machines'],
    ],
  },
  hri: { kind: 'check', label: 'Elements below the symbol' },
  printer: { label: 'Who prints it?', first: 'office' },
  cmyk: { ...inWords('100,60,0,40'), label: 'Cyan, magenta, yellow and black in percent' },
  cmyk_values: {
    ...inWords('#0b3d91:100,75,0,20; #e30613:0,100,95,0'),
    label: 'Your own CMYK values',
    isOptional: true,
    hint: 'Four percentages per colour, separated by semicolons. Other colours are converted.',
  },
  spot: { ...inWords('PANTONE 185 C'), label: 'Name of the ink' },
  alternate: { ...inWords('0,91,76,40'), label: 'CMYK values for screens' },
  caption: { ...CAPTION, label: 'Text below the code' },
  paper: { kind: 'check', label: 'Print a white background' },
  margin: { kind: 'whole', label: 'Quiet zone in modules', attributes: MARGIN },
  // Nothing stops people from typing too many words, so that nothing pasted is cut without a word.
  headline: {
    kind: 'name',
    label: 'Headline',
    isOptional: true,
    placeholder: 'Our menu',
  },
  text: {
    kind: 'name',
    label: 'Text below the headline',
    isOptional: true,
    placeholder: 'Scan with your phone and order at your table',
  },
  template: {
    kind: 'choice',
    label: 'Label sheet',
    options: () => TEMPLATE_NAMES.map((value) => ({ value, label: describeTemplate(value) })),
    wrongChoice: 'Choose one of these sheets, or a roll.',
    first: 'L7160',
  },
  'label.width_mm': { ...inMm(ROLL_MM), label: 'Width of a label in mm' },
  'label.height_mm': { ...inMm(ROLL_MM), label: 'Height of a label in mm' },
  'label.caption': { ...CAPTION, label: 'Text beside the code' },
  'label.color': {
    kind: 'choice',
    label: 'Colours',
    options: [
      ['design', 'As designed'],
      ['k', 'All in black'],
    ],
    wrongChoice: 'Choose the design, or black.',
    first: 'design',
  },
  copies: {
    kind: 'whole',
    label: 'Copies',
    first: String(LABEL_TEMPLATES.L7160.columns * LABEL_TEMPLATES.L7160.rows),
    attributes: COPIES,
  },
  start: {
    kind: 'whole',
    label: 'Start at label',
    hint: 'For a sheet that is partly used.',
    first: '1',
    attributes: START,
  },
  offset_x_mm: { ...inMm(OFFSET_MM), label: 'Move right, in mm', first: '0' },
  offset_y_mm: { ...inMm(OFFSET_MM), label: 'Move down, in mm', first: '0' },
  guides: { kind: 'check', label: 'Print the edges of the labels, for a test on plain paper' },
} as const satisfies FieldTable;

export type DownloadField = keyof typeof TABLE;
export const DOWNLOAD_FIELDS: FieldTable<DownloadField> = TABLE;

/** The same for a GS1 code, whose width can follow from its symbol. */
export const GS1_FIELDS: FieldTable<DownloadField> = {
  ...TABLE,
  width_mm: {
    ...TABLE.width_mm,
    isOptional: true,
    hint: 'Including the quiet zone. Leave it empty for a size that tills read.',
    first: '',
  },
};

/** The values of the form before any choice. */
export const FIRST_VALUES = listFirst(DOWNLOAD_FIELDS);

interface ShownProps {
  /** The classes by which the stylesheet shows the fields only for the files that need them. */
  readonly class: string;
  readonly names: readonly Place<DownloadField>[];
  readonly areOptional?: boolean;
  readonly of?: FieldTable<DownloadField>;
}

/** Fields that only some files need. */
export function Shown({ class: classes, of = DOWNLOAD_FIELDS, ...fields }: ShownProps) {
  return (
    <div class={classes}>
      <Fields of={of} {...fields} />
    </div>
  );
}

/** `L7160: 21 of 63.5 × 38.1 mm, A4` */
function describeTemplate(name: (typeof TEMPLATE_NAMES)[number]): string {
  if (name === 'roll') return say('Roll of a label printer');
  const { columns, rows, label, sheet } = LABEL_TEMPLATES[name];
  const size = [label.width, label.height].map((mm) => sayDecimal(mm, 1)).join(' × ');
  return say('{name}: {count, number} labels of {size} mm, {sheet}', {
    name,
    count: columns * rows,
    size,
    sheet: sheet.width === 210 ? 'A4' : 'Letter',
  });
}
