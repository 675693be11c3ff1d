import { say } from '#languages/say.ts';
import { Field, Select } from '../../kit/field.tsx';
import { LABELS } from './read-forms.ts';

/** The fields for a layout: its words. Nothing stops people from typing too many, so that nothing pasted is cut without a word. */
export function LayoutFields() {
  return (
    <div class="for-layout">
      <Field
        name="headline"
        label={say('{label} (optional)', { label: say(LABELS.headline) })}
        attributes={{ autocomplete: 'off', placeholder: say('Our menu') }}
      />
      <Field
        name="text"
        label={say('{label} (optional)', { label: say(LABELS.text) })}
        attributes={{ autocomplete: 'off', placeholder: say('Scan with your phone and order at your table') }}
      />
    </div>
  );
}

/** The colours of labels and layouts. */
export function SheetColorField() {
  return (
    <div class="for-sheet">
      <Select
        name="label_color"
        label={say(LABELS.label_color)}
        options={[
          { value: 'design', label: say('As designed') },
          { value: 'k', label: say('All in black') },
        ]}
      />
    </div>
  );
}
