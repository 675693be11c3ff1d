import { useContext } from 'hono/jsx';
import { sayDecimal } from '#contract/problems/say-length.ts';
import { COPIES, LABEL_TEMPLATES, OFFSET_MM, ROLL_MM, TEMPLATE_NAMES } from '#core/prints/label-templates.ts';
import { say } from '#languages/say.ts';
import { CheckBox, Field, Select, Filled } from '../../kit/field.tsx';
import { CaptionSelect } from './caption-select.tsx';
import { LABELS, START } from './read-forms.ts';

const DECIMAL = { type: 'number', inputmode: 'decimal', step: '0.01' } as const;
const WHOLE = { type: 'number', inputmode: 'numeric' } as const;

/** The fields for labels. The stylesheet shows the size of a roll's labels only if the roll is chosen. */
export function LabelFields() {
  return (
    <div class="for-labels">
      <Select
        name="template"
        label={say(LABELS.template)}
        options={TEMPLATE_NAMES.map((name) => ({
          value: name,
          label: name === 'roll' ? say('Roll of a label printer') : describeTemplate(name),
        }))}
      />
      <div class="of-roll pair">
        <Measure name="label_width_mm" range={ROLL_MM} />
        <Measure name="label_height_mm" range={ROLL_MM} />
      </div>
      <div class="pair">
        <Field name="copies" label={say(LABELS.copies)} attributes={{ ...WHOLE, ...COPIES }} />
        <Field
          name="start"
          label={say(LABELS.start)}
          hint={say('For a sheet that is partly used.')}
          attributes={{ ...WHOLE, ...START }}
        />
      </div>
      <CaptionSelect name="label_caption" label={say(LABELS.label_caption)} />
      <PrinterAlignment />
    </div>
  );
}

function PrinterAlignment() {
  const form = useContext(Filled);
  const isWrong = ['offset_x_mm', 'offset_y_mm'].some((name) => form.error(name) !== undefined);
  return (
    <details class="more" open={isWrong}>
      <summary>{say('Printer alignment')}</summary>
      <div class="pair">
        <Measure name="offset_x_mm" range={OFFSET_MM} />
        <Measure name="offset_y_mm" range={OFFSET_MM} />
      </div>
      <CheckBox name="guides" label={say(LABELS.guides)} />
    </details>
  );
}

interface MeasureProps {
  readonly name: 'label_width_mm' | 'label_height_mm' | 'offset_x_mm' | 'offset_y_mm';
  readonly range: { readonly min: number; readonly max: number };
}

function Measure({ name, range }: MeasureProps) {
  return <Field name={name} label={say(LABELS[name])} attributes={{ ...DECIMAL, ...range }} />;
}

/** `L7160: 21 of 63.5 × 38.1 mm, A4` */
function describeTemplate(name: keyof typeof LABEL_TEMPLATES): string {
  const { columns, rows, label, sheet } = LABEL_TEMPLATES[name];
  const size = [label.width, label.height].map((mm) => sayDecimal(mm, 1)).join(' × ');
  return say('{name}: {count, number} labels of {size} mm, {sheet}', {
    name,
    count: columns * rows,
    size,
    sheet: sheet.width === 210 ? 'A4' : 'Letter',
  });
}
