import { Field, Select } from '../../kit/field.tsx';
import { LABELS } from './read-forms.ts';

/** The fields for a layout: its words. Nothing stops people from typing too many, so that nothing pasted is cut without a word. */
export function LayoutFields() {
  return (
    <div class="for-layout">
      <Field
        name="headline"
        label={`${LABELS.headline} (optional)`}
        attributes={{ autocomplete: 'off', placeholder: 'Our menu' }}
      />
      <Field
        name="text"
        label={`${LABELS.text} (optional)`}
        attributes={{ autocomplete: 'off', placeholder: 'Scan with your phone and order from your table' }}
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
        label={LABELS.label_color}
        options={[
          { value: 'design', label: 'As designed' },
          { value: 'k', label: 'All in black' },
        ]}
      />
    </div>
  );
}
