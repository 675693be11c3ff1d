import type { ContrastProblem } from '#core/codes/contrast.ts';
import { ERROR_CORRECTION_LEVELS, RECOVERY_SHARES } from '#core/codes/error-correction.ts';
import { LONGEST_FRAME_TEXT } from '#core/codes/frame.ts';
import { IMAGE_SIZE, MARGIN } from '#core/codes/limits.ts';
import type { CodeStyle, EyeShape, ModuleShape } from '#core/codes/style.ts';
import type { Form } from '../../frame/form.ts';
import { NearestColors } from './nearest-colors.tsx';
import { Field, Select } from '../../frame/field.tsx';

const LEVELS = ERROR_CORRECTION_LEVELS.map((level) => ({
  value: level,
  label: `${level}: ${RECOVERY_SHARES[level]}% may be damaged`,
}));

const FORMATS = [
  { value: 'png', label: 'PNG' },
  { value: 'svg', label: 'SVG' },
];

const toOptions = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }));

const MODULE_LABELS: Readonly<Record<ModuleShape, string>> = {
  square: 'Squares',
  rounded: 'Rounded',
  dot: 'Dots',
  classy: 'Classy: two corners rounded',
  gapped: 'Squares with gaps',
  bars_h: 'Bars across',
  bars_v: 'Bars down',
};

const EYE_LABELS: Readonly<Record<EyeShape, string>> = { square: 'Square', rounded: 'Rounded', leaf: 'Leaf' };

const GRADIENT_LABELS = {
  none: 'None',
  linear: 'From side to side',
  radial: 'From the middle',
} as const;

const BACKGROUND_LABELS: Readonly<Record<CodeStyle['background'], string>> = {
  solid: 'The light colour',
  transparent: 'None: for paper of the light colour',
};

const FRAME_LABELS = {
  none: 'None',
  border: 'A border',
  label_top: 'Text above',
  label_bottom: 'Text below',
} as const;

const SHAPES = [
  ...['modules', 'eyes', 'eyes_color', 'gradient', 'gradient_to', 'gradient_angle', 'background'],
  ...['frame', 'frame_text', 'frame_color'],
];

const MORE_OPTIONS = ['short_code', 'size', 'margin', 'error_correction', 'format', 'external_id'];

/** The fields of what the code looks like. */
export function StyleFields({
  form,
  contrast,
}: {
  readonly form: Form;
  readonly contrast: ContrastProblem | null;
}) {
  return (
    <>
      <div class="pair">
        <Field form={form} name="dark" label="Dark colour" attributes={{ type: 'color' }} />
        <Field form={form} name="light" label="Light colour" attributes={{ type: 'color' }} />
      </div>
      {form.error('dark') !== undefined && contrast !== null ? (
        <NearestColors nearest={contrast.nearest} />
      ) : null}
      <Shapes form={form} />
      <MoreOptions form={form} />
    </>
  );
}

/** Open where something is chosen, or wrong. */
function Shapes({ form }: { readonly form: Form }) {
  const isOpen =
    SHAPES.some((name) => form.error(name) !== undefined) ||
    ['modules', 'eyes'].some((name) => form.value(name) !== 'square') ||
    ['gradient', 'frame'].some((name) => form.value(name) !== 'none');
  return (
    <details open={isOpen}>
      <summary>Shapes, gradient and frame</summary>
      <div class="pair">
        <Select form={form} name="modules" label="Modules" options={toOptions(MODULE_LABELS)} />
        <Select form={form} name="eyes" label="Eyes" options={toOptions(EYE_LABELS)} />
      </div>
      <div class="pair">
        <Select
          form={form}
          name="gradient"
          label="Gradient"
          hint="From the dark colour to the second one. The eyes take the darker of the two."
          options={toOptions(GRADIENT_LABELS)}
        />
        <Field form={form} name="gradient_to" label="Second colour" attributes={{ type: 'color' }} />
      </div>
      <div class="pair">
        <Number form={form} name="gradient_angle" label="Angle in degrees" bounds={{ min: 0, max: 359 }} />
        <Select form={form} name="background" label="Background" options={toOptions(BACKGROUND_LABELS)} />
      </div>
      <Field
        form={form}
        name="eyes_color"
        label="Colour of the eyes"
        hint="For example #080c20. No lighter than the rest; leave it empty to have the eyes like the rest."
        attributes={{ autocomplete: 'off', spellcheck: 'false', maxlength: 7 }}
      />
      <div class="pair">
        <Select form={form} name="frame" label="Frame" options={toOptions(FRAME_LABELS)} />
        <Field
          form={form}
          name="frame_text"
          label="Text of the frame"
          hint={`Of a frame with text, at most ${LONGEST_FRAME_TEXT} characters.`}
          attributes={{ autocomplete: 'off' }}
        />
      </div>
      <Field
        form={form}
        name="frame_color"
        label="Colour of the frame"
        hint="Very dark, for example #080c20. Leave it empty to have a dark tone of the modules."
        attributes={{ autocomplete: 'off', spellcheck: 'false', maxlength: 7 }}
      />
    </details>
  );
}

/** Open where one of its fields has an error. */
function MoreOptions({ form }: { readonly form: Form }) {
  return (
    <details open={MORE_OPTIONS.some((name) => form.error(name) !== undefined)}>
      <summary>More options</summary>
      <Field
        form={form}
        name="short_code"
        label="End of the short link"
        hint="For example menu-2027. Leave it empty to get eight random characters. It cannot be changed later."
        attributes={{ autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' }}
      />
      <div class="pair">
        <Number form={form} name="size" label="Size in pixels" bounds={IMAGE_SIZE} />
        <Number form={form} name="margin" label="Margin in modules" bounds={MARGIN} />
      </div>
      <div class="pair">
        <Select
          form={form}
          name="error_correction"
          label="Error correction"
          hint="We use a higher level if the code stays the same size."
          options={LEVELS}
        />
        <Select
          form={form}
          name="format"
          label="Preferred format"
          hint="You can download both."
          options={FORMATS}
        />
      </div>
      <Field
        form={form}
        name="external_id"
        label="External id"
        hint="What your own system calls this code. The API finds it by this id."
        attributes={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }}
      />
    </details>
  );
}

function Number({
  form,
  name,
  label,
  bounds,
}: {
  readonly form: Form;
  readonly name: string;
  readonly label: string;
  readonly bounds: { readonly min: number; readonly max: number };
}) {
  const { min, max } = bounds;
  return <Field form={form} name={name} label={label} attributes={{ type: 'number', min, max, step: 1 }} />;
}
