import { type PlainMessage, say } from '#languages/say.ts';
import { EYE_SHAPES, type EyeShape, MODULE_SHAPES, type ModuleShape } from '#core/styles/style.ts';
import type { Template } from '#core/styles/template.ts';
import { CheckBox } from '../../../kit/field.tsx';
import { ColorField } from './color-field.tsx';
import { ColorFields } from './color-fields.tsx';
import type { DesignProps } from './design-props.ts';
import { DesignButtons } from './designs.tsx';
import { FieldFixes } from './fix-buttons.tsx';
import { FrameFields } from './frame-fields.tsx';
import { LogoFields } from './logo.tsx';
import { Part } from './part.tsx';
import { EyePicture, ModulePicture } from './pictures.tsx';
import { SaveTemplate, TemplateSelect } from './templates.tsx';
import { Chosen, Tiles } from './tiles.tsx';

const MODULE_LABELS: Readonly<Record<ModuleShape, PlainMessage>> = {
  square: 'Squares',
  rounded: 'Rounded',
  dot: 'Dots',
  classy: 'Classy',
  gapped: 'Gaps',
  bars_h: 'Horizontal bars',
  bars_v: 'Vertical bars',
};

const EYE_LABELS: Readonly<Record<EyeShape, PlainMessage>> = {
  square: 'Square',
  rounded: 'Rounded',
  leaf: 'Leaf',
};

export interface DesignSectionProps extends DesignProps {
  readonly templates: readonly Template[];
  /** The name of the template that was just saved. */
  readonly savedTemplate: string | null;
  /** Nothing can be chosen, but what was chosen for another type waits. */
  readonly isFixed?: boolean;
}

/** Starts the look of a new code from a finished one, changes it, or saves it as a template. */
export function DesignSection({ isFixed = false, ...props }: DesignSectionProps) {
  return (
    <section class="design" aria-labelledby="design">
      <h2 id="design">{say('Design')}</h2>
      {isFixed ? (
        <p>{say('A payment is always black on white, so that every banking app reads it.')}</p>
      ) : null}
      <div hidden={isFixed}>
        <TemplateSelect templates={props.templates} action={props.action} />
        <DesignButtons action={props.action} />
        <DesignFields {...props} />
        <SaveTemplate saved={props.savedTemplate} />
      </div>
    </section>
  );
}

/** Shapes, colours, logo and frame. The stylesheet hides fields that have no effect with the choices above them. */
function DesignFields(props: DesignProps) {
  return (
    <>
      <ShapeFields {...props} />
      <EyeFields {...props} />
      <ColorFields {...props} />
      <LogoFields images={props.images} action={props.action} />
      <FrameFields {...props} />
    </>
  );
}

function ShapeFields(props: DesignProps) {
  const tiles = MODULE_SHAPES.map((shape) => ({
    value: shape,
    label: say(MODULE_LABELS[shape]),
    picture: <ModulePicture shape={shape} />,
  }));
  return (
    <Part
      label={say('Shape')}
      fields={['style.modules']}
      chosen={<Chosen name="style.modules" tiles={tiles} />}
    >
      <Tiles name="style.modules" label={say('Shape')} tiles={tiles} isAlone />
      <FieldFixes {...props} field="style.modules" />
    </Part>
  );
}

function EyeFields(props: DesignProps) {
  const tiles = EYE_SHAPES.map((shape) => ({
    value: shape,
    label: say(EYE_LABELS[shape]),
    picture: <EyePicture shape={shape} />,
  }));
  return (
    <Part
      label={say('Eyes')}
      fields={['style.eyes.shape', 'eyes_own', 'style.eyes.color']}
      chosen={<Chosen name="style.eyes.shape" tiles={tiles} />}
    >
      <Tiles name="style.eyes.shape" label={say('Eyes')} tiles={tiles} isAlone />
      <CheckBox
        name="eyes_own"
        label={say('Give the eyes their own colour')}
        attributes={{ role: 'switch' }}
      />
      <div class="for-own-eyes">
        <ColorField
          name="style.eyes.color"
          label={say('Colour of the eyes')}
          typed={say('Eyes as #rrggbb')}
          hint={say('No lighter than the rest, because scanners find a code by its eyes.')}
        />
        <FieldFixes {...props} field="style.eyes.color" />
      </div>
    </Part>
  );
}
