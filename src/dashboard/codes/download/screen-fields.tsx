import { ANY_IMAGE_SIZE } from '#core/codes/limits.ts';
import { Field, Select } from '../../kit/field.tsx';
import { LABELS } from './read-forms.ts';

/** The fields for a screen image. */
export function ScreenFields() {
  return (
    <div class="pair">
      <Select
        name="image_format"
        label={LABELS.image_format}
        options={[
          { value: 'png', label: 'PNG, for most programs' },
          { value: 'svg', label: 'SVG, sharp at any size' },
        ]}
      />
      <Field
        name="size"
        label={LABELS.size}
        attributes={{
          type: 'number',
          min: ANY_IMAGE_SIZE.min,
          max: ANY_IMAGE_SIZE.max,
          required: true,
          inputmode: 'numeric',
        }}
      />
    </div>
  );
}
