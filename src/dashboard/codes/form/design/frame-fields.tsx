import { type PlainMessage, say } from '#languages/say.ts';
import { FRAME_KINDS, LONGEST_FRAME_TEXT } from '#core/styles/frame.ts';
import { CheckBox, Field } from '../../../kit/field.tsx';
import { ColorField } from './color-field.tsx';
import type { DesignProps } from './design-props.ts';
import { sayFrameText } from './read-design.ts';
import { FieldFixes } from './fix-buttons.tsx';
import { Part } from './part.tsx';
import { FramePicture } from './pictures.tsx';
import { Chosen, Tiles } from './tiles.tsx';

const FRAMES = ['none', ...FRAME_KINDS] as const;
const FRAME_LABELS: Readonly<Record<(typeof FRAMES)[number], PlainMessage>> = {
  none: 'None',
  border: 'Border',
  label_top: 'Text above',
  label_bottom: 'Text below',
  card: 'Card',
  bubble: 'Bubble',
  ribbon: 'Ribbon',
  phone: 'Mobile phone',
  ticket: 'Ticket',
  bag: 'Bag',
  underline: 'Underline',
  circle: 'Circle',
};

/** What stands in the hints instead of a number that only the script knows. */
const COUNTED = '#';

export function FrameFields(props: DesignProps) {
  const tiles = FRAMES.map((kind) => ({
    value: kind,
    label: say(FRAME_LABELS[kind]),
    picture: <FramePicture kind={kind} />,
  }));
  return (
    <Part
      label={say('Frame')}
      fields={['style.frame.kind', 'style.frame.text', 'frame_own', 'style.frame.color']}
      chosen={<Chosen name="style.frame.kind" tiles={tiles} />}
    >
      <Tiles name="style.frame.kind" label={say('Frame')} tiles={tiles} isAlone />
      <div class="for-label">
        <Field
          name="style.frame.text"
          label={say('Frame text')}
          hint={<TextHint />}
          attributes={{ autocomplete: 'off', placeholder: sayFrameText() }}
        />
      </div>
      <div class="for-frame">
        <CheckBox
          name="frame_own"
          label={say('Give the frame its own colour')}
          attributes={{ role: 'switch' }}
        />
        <div class="for-own-frame">
          <ColorField
            name="style.frame.color"
            label={say('Colour of the frame')}
            typed={say('Frame as #rrggbb')}
            hint={say('Very dark.')}
          />
          <FieldFixes {...props} field="style.frame.color" />
        </div>
      </div>
    </Part>
  );
}

function TextHint() {
  return (
    <>
      {say('At most {most, number} characters in Latin, Greek or Cyrillic.', { most: LONGEST_FRAME_TEXT })}{' '}
      <span
        data-count="style.frame.text"
        data-most={LONGEST_FRAME_TEXT}
        data-left={say('Characters left: {count}.', { count: COUNTED })}
        data-over={say('Characters too many: {count}.', { count: COUNTED })}
      />
    </>
  );
}
