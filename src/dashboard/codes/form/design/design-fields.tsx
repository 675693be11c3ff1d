import { useContext } from 'hono/jsx';
import type { SymbolColor } from '#core/styles/contrast.ts';
import { FRAME_KINDS, LONGEST_FRAME_TEXT } from '#core/styles/frame.ts';
import {
  type CodeStyle,
  EYE_SHAPES,
  type EyeShape,
  GRADIENT_TYPES,
  MODULE_SHAPES,
  type ModuleShape,
} from '#core/styles/style.ts';
import type { LogoImage } from '#core/logos/logo-image.ts';
import type { Template } from '#core/styles/template.ts';
import { CheckBox, Field, type FieldProps, Filled, Labelled, useControl } from '../../../kit/field.tsx';
import { DesignButtons } from './designs.tsx';
import type { Form } from '../../../frame/forms/form.ts';
import { FieldFixes } from './fix-buttons.tsx';
import type { FixableProblem } from './fixes.ts';
import { RecentColors } from './recent-colors.tsx';
import { LogoFields } from './logo.tsx';
import { BackgroundPicture, EyePicture, FillPicture, FramePicture, ModulePicture } from './pictures.tsx';
import { SaveTemplate, TemplateSelect } from './templates.tsx';
import { Tiles } from './tiles.tsx';

const MODULE_LABELS: Readonly<Record<ModuleShape, string>> = {
  square: 'Squares',
  rounded: 'Rounded',
  dot: 'Dots',
  classy: 'Classy',
  gapped: 'Gaps',
  bars_h: 'Horizontal bars',
  bars_v: 'Vertical bars',
};

const EYE_LABELS: Readonly<Record<EyeShape, string>> = { square: 'Square', rounded: 'Rounded', leaf: 'Leaf' };

const FILLS = ['none', ...GRADIENT_TYPES] as const;
const FILL_LABELS: Readonly<Record<(typeof FILLS)[number], string>> = {
  none: 'One colour',
  linear: 'Gradient',
  radial: 'Radial gradient',
};

const BACKGROUNDS = ['solid', 'transparent'] as const;
const BACKGROUND_LABELS: Readonly<Record<CodeStyle['background'], string>> = {
  solid: 'Filled',
  transparent: 'Transparent',
};

const FRAMES = ['none', ...FRAME_KINDS] as const;
const FRAME_LABELS: Readonly<Record<(typeof FRAMES)[number], string>> = {
  none: 'None',
  border: 'Border',
  label_top: 'Text above',
  label_bottom: 'Text below',
  card: 'Card',
  bubble: 'Bubble',
  ribbon: 'Ribbon',
  phone: 'Phone',
  ticket: 'Ticket',
  bag: 'Bag',
  underline: 'Underline',
  circle: 'Circle',
};

export interface DesignProps {
  readonly form: Form;
  /** The path to which the fields' buttons post the form, which shows it again. */
  readonly action: string;
  /** The current values, for the buttons that fix problems. */
  readonly problems: readonly FixableProblem[];
  readonly recentColors: readonly SymbolColor[];
  /** The account's images to choose a logo from. */
  readonly images: readonly LogoImage[];
}

export interface DesignSectionProps extends DesignProps {
  readonly templates: readonly Template[];
  /** The name of the template that was just saved. */
  readonly savedTemplate: string | null;
}

/** Takes the look of a new code from a template, or saves it as one. */
export function DesignSection(props: DesignSectionProps) {
  return (
    <section class="design" aria-labelledby="design">
      <h2 id="design">Design</h2>
      <DesignButtons action={props.action} />
      <TemplateSelect templates={props.templates} action={props.action} />
      <DesignFields {...props} />
      <SaveTemplate saved={props.savedTemplate} />
    </section>
  );
}

/** Shapes, colours, logo and frame. The stylesheet hides fields that have no effect with the choices above them. */
export function DesignFields(props: DesignProps) {
  return (
    <>
      <Tiles
        name="modules"
        label="Shape"
        tiles={MODULE_SHAPES.map((shape) => ({
          value: shape,
          label: MODULE_LABELS[shape],
          picture: <ModulePicture shape={shape} />,
        }))}
      />
      <FieldFixes {...props} field="modules" />
      <Tiles
        name="eyes"
        label="Eyes"
        tiles={EYE_SHAPES.map((shape) => ({
          value: shape,
          label: EYE_LABELS[shape],
          picture: <EyePicture shape={shape} />,
        }))}
      />
      <Colors {...props} />
      <LogoFields images={props.images} action={props.action} />
      <FrameFields {...props} />
    </>
  );
}

function Colors(props: DesignProps) {
  return (
    <>
      <div class="pair">
        <ColorField name="dark" label="Dark colour" />
        <ColorField name="light" label="Light colour" />
      </div>
      <RecentColors pairs={props.recentColors} action={props.action} />
      <FieldFixes {...props} field="dark" />
      <FieldFixes {...props} field="light" />
      <div class="pair">
        <Tiles
          name="gradient"
          label="Fill"
          tiles={FILLS.map((kind) => ({
            value: kind,
            label: FILL_LABELS[kind],
            picture: <FillPicture kind={kind} />,
          }))}
        />
        <Tiles
          name="background"
          label="Background"
          tiles={BACKGROUNDS.map((kind) => ({
            value: kind,
            label: BACKGROUND_LABELS[kind],
            picture: <BackgroundPicture kind={kind} />,
          }))}
        />
      </div>
      <p class="for-transparent">
        <small>Set the light colour to the colour of the paper or page behind the picture.</small>
      </p>
      <FieldFixes {...props} field="gradient" />
      <div class="pair for-gradient">
        <ColorField
          name="gradient_to"
          label="Second colour"
          hint="From the dark colour to this one. The eyes take the darker of the two."
        />
        <div class="for-linear">
          <Field
            name="gradient_angle"
            label="Angle in degrees"
            hint="0 runs from left to right, 90 from top to bottom."
            attributes={{ type: 'number', min: 0, max: 359, step: 1 }}
          />
        </div>
      </div>
      <FieldFixes {...props} field="gradient_to" />
      <CheckBox name="eyes_own" label="Give the eyes their own colour" attributes={{ role: 'switch' }} />
      <div class="for-own-eyes">
        <ColorField
          name="eyes_color"
          label="Colour of the eyes"
          hint="No lighter than the rest, because scanners find a code by its eyes."
        />
        <FieldFixes {...props} field="eyes_color" />
      </div>
    </>
  );
}

function FrameFields(props: DesignProps) {
  return (
    <>
      <Tiles
        name="frame"
        label="Frame"
        tiles={FRAMES.map((kind) => ({
          value: kind,
          label: FRAME_LABELS[kind],
          picture: <FramePicture kind={kind} />,
        }))}
      />
      <div class="for-label">
        <Field
          name="frame_text"
          label="Frame text"
          hint={
            <>
              At most {LONGEST_FRAME_TEXT} characters in Latin, Greek or Cyrillic.
              <span data-count="frame_text" data-most={LONGEST_FRAME_TEXT} />
            </>
          }
          attributes={{ autocomplete: 'off', placeholder: 'Scan me' }}
        />
      </div>
      <div class="for-frame">
        <CheckBox name="frame_own" label="Give the frame its own colour" attributes={{ role: 'switch' }} />
        <div class="for-own-frame">
          <ColorField name="frame_color" label="Colour of the frame" hint="Very dark." />
          <FieldFixes {...props} field="frame_color" />
        </div>
      </div>
    </>
  );
}

const TYPED = {
  maxlength: 7,
  autocomplete: 'off',
  autocapitalize: 'none',
  spellcheck: 'false',
} as Readonly<Record<string, string | number>>;

/** A colour picker. With the script, the colour can be typed or pasted too: the second input has no name, and is never sent. */
function ColorField({ name, label, hint }: Omit<FieldProps, 'attributes'>) {
  const value = useContext(Filled).value(name);
  return (
    <Labelled name={name} label={label} hint={hint}>
      <div class="color">
        <input type="color" {...useControl(name, hint)} value={value} />
        <input
          type="text"
          data-twin={name}
          aria-label={`${label.replace(' colour', '')} as #rrggbb`}
          value={value}
          pattern="#?([0-9A-Fa-f]{3}){1,2}"
          {...TYPED}
        />
      </div>
    </Labelled>
  );
}
