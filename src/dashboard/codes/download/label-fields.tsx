import { useContext } from 'hono/jsx';
import { COPIES, LABEL_TEMPLATES, OFFSET_MM, ROLL_MM, TEMPLATE_NAMES } from '#core/prints/label-templates.ts';
import { CheckBox, Field, Select, Filled } from '../../kit/field.tsx';
import { CaptionSelect } from './caption-select.tsx';
import { LABELS, START } from './read-forms.ts';

/** The fields for labels. The stylesheet shows the size of a roll's labels only if the roll is chosen. */
export function LabelFields() {
  const form = useContext(Filled);
  const whole = { type: 'number', inputmode: 'numeric' } as const;
  const decimal = { type: 'number', inputmode: 'decimal', step: '0.01' } as const;
  return (
    <div class="for-labels">
      <Select
        name="template"
        label={LABELS.template}
        options={TEMPLATE_NAMES.map((name) => ({
          value: name,
          label: name === 'roll' ? 'A roll of a label printer' : describeTemplate(name),
        }))}
      />
      <div class="of-roll pair">
        <Field name="label_width_mm" label={LABELS.label_width_mm} attributes={{ ...decimal, ...ROLL_MM }} />
        <Field
          name="label_height_mm"
          label={LABELS.label_height_mm}
          attributes={{ ...decimal, ...ROLL_MM }}
        />
      </div>
      <div class="pair">
        <Field name="copies" label={LABELS.copies} attributes={{ ...whole, ...COPIES }} />
        <Field
          name="start"
          label={LABELS.start}
          hint="For a sheet that is partly used."
          attributes={{ ...whole, ...START }}
        />
      </div>
      <CaptionSelect name="label_caption" label={LABELS.label_caption} />
      <details
        class="more"
        open={form.error('offset_x_mm') !== undefined || form.error('offset_y_mm') !== undefined}
      >
        <summary>If your printer is off-centre</summary>
        <div class="pair">
          <Field name="offset_x_mm" label={LABELS.offset_x_mm} attributes={{ ...decimal, ...OFFSET_MM }} />
          <Field name="offset_y_mm" label={LABELS.offset_y_mm} attributes={{ ...decimal, ...OFFSET_MM }} />
        </div>
        <CheckBox name="guides" label={LABELS.guides} />
      </details>
    </div>
  );
}

/** `L7160: 21 of 63.5 × 38.1 mm, A4` */
function describeTemplate(name: keyof typeof LABEL_TEMPLATES): string {
  const { columns, rows, label, sheet } = LABEL_TEMPLATES[name];
  const size = [label.width, label.height].map((mm) => Number(mm.toFixed(1))).join(' × ');
  return `${name}: ${columns * rows} of ${size} mm, ${sheet.width === 210 ? 'A4' : 'Letter'}`;
}
