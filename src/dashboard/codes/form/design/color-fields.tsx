import { type PlainMessage, say } from '#languages/say.ts';
import { useContext } from 'hono/jsx';
import { type CodeStyle, GRADIENT_TYPES } from '#core/styles/style.ts';
import { Field, Filled } from '../../../kit/field.tsx';
import { ColorField } from './color-field.tsx';
import type { DesignProps } from './design-props.ts';
import { FieldFixes, Swatch } from './fix-buttons.tsx';
import { Part } from './part.tsx';
import { BackgroundPicture, FillPicture } from './pictures.tsx';
import { RecentColors } from './recent-colors.tsx';
import { Tiles } from './tiles.tsx';

const FILLS = ['none', ...GRADIENT_TYPES] as const;
const FILL_LABELS: Readonly<Record<(typeof FILLS)[number], PlainMessage>> = {
  none: 'One colour',
  linear: 'Gradient',
  radial: 'Radial gradient',
};

const BACKGROUNDS = ['solid', 'transparent'] as const;
const BACKGROUND_LABELS: Readonly<Record<CodeStyle['background'], PlainMessage>> = {
  solid: 'Filled',
  transparent: 'Transparent',
};

const FIELDS = [
  'color.dark',
  'color.light',
  'style.gradient.type',
  'style.background',
  'style.gradient.to',
  'style.gradient.angle',
];

/** The colours of a code, but for those of its eyes and its frame. */
export function ColorFields(props: DesignProps) {
  const form = useContext(Filled);
  return (
    <Part
      label={say('Colours')}
      fields={FIELDS}
      chosen={
        <span class="chosen row fine" data-colors="color.dark color.light">
          <Swatch colors={[form.value('color.dark'), form.value('color.light')]} />
        </span>
      }
    >
      <div class="grid">
        <ColorField name="color.dark" label={say('Dark colour')} typed={say('Dark as #rrggbb')} />
        <ColorField name="color.light" label={say('Light colour')} typed={say('Light as #rrggbb')} />
      </div>
      <RecentColors pairs={props.recentColors} action={props.action} />
      <FieldFixes {...props} field="color.dark" />
      <FieldFixes {...props} field="color.light" />
      <div class="grid">
        <Tiles
          name="style.gradient.type"
          label={say('Fill')}
          tiles={FILLS.map((kind) => ({
            value: kind,
            label: say(FILL_LABELS[kind]),
            picture: <FillPicture kind={kind} />,
          }))}
        />
        <Tiles
          name="style.background"
          label={say('Background')}
          tiles={BACKGROUNDS.map((kind) => ({
            value: kind,
            label: say(BACKGROUND_LABELS[kind]),
            picture: <BackgroundPicture kind={kind} />,
          }))}
        />
      </div>
      <p class="for-transparent">
        <small>{say('Set the light colour to the colour of the paper or page behind the picture.')}</small>
      </p>
      <FieldFixes {...props} field="style.gradient.type" />
      <GradientFields />
      <FieldFixes {...props} field="style.gradient.to" />
    </Part>
  );
}

function GradientFields() {
  return (
    <div class="grid for-gradient">
      <ColorField
        name="style.gradient.to"
        label={say('Second colour')}
        typed={say('Second as #rrggbb')}
        hint={say('From the dark colour to this one. The eyes take the darker of the two.')}
      />
      <div class="for-linear">
        <Field
          name="style.gradient.angle"
          label={say('Angle in degrees')}
          hint={say('0 runs from left to right, 90 from top to bottom.')}
          attributes={{ type: 'number', min: 0, max: 359, step: 1 }}
        />
      </div>
    </div>
  );
}
