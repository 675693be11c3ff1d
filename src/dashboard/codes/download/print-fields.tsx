import { useContext } from 'hono/jsx';
import { MARGIN } from '#core/codes/limits.ts';
import { BLEED_MM, WIDTH_MM } from '#core/prints/print-request.ts';
import { CheckBox, Field, Filled, Notes, Select } from '../../kit/field.tsx';
import { CaptionSelect } from './caption-select.tsx';
import { DISTANCE_CM, LABELS } from './read-forms.ts';

const TEXT = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' } as const;
const DECIMAL = { type: 'number', inputmode: 'decimal' } as const;

/** The fields for a print file, of one code or of each of many. The stylesheet shows those of the chosen card and ink. */
export function PrintFields({ isForMany = false }: { readonly isForMany?: boolean }) {
  return (
    <>
      <div class="for-width">
        <div class="pair">
          <Field
            name="width_mm"
            label={LABELS.width_mm}
            hint="With the quiet zone around it."
            attributes={{ ...DECIMAL, ...WIDTH_MM, step: '0.01' }}
          />
          {isForMany ? null : (
            <Field
              name="distance_cm"
              label={`${LABELS.distance_cm} (optional)`}
              hint="How far away people are when they scan."
              attributes={{ ...DECIMAL, ...DISTANCE_CM, step: '0.1' }}
            />
          )}
        </div>
      </div>
      <ColorFields />
      <div class="for-width">
        <CaptionSelect name="caption" label={LABELS.caption} />
      </div>
      <DetailFields isForMany={isForMany} />
    </>
  );
}

function ColorFields() {
  return (
    <>
      <div class="for-look">
        <Select
          name="look"
          label={LABELS.look}
          options={[
            { value: 'design', label: 'As designed' },
            { value: 'k', label: 'All in black' },
            { value: 'rgb', label: 'All in its dark colour' },
          ]}
        />
      </div>
      <div class="for-ink">
        <Select
          name="ink"
          label={LABELS.ink}
          options={[
            { value: 'process', label: 'As designed, converted to CMYK' },
            { value: 'k', label: 'All in black ink' },
            { value: 'cmyk', label: 'All in one CMYK mixture of your own' },
            { value: 'spot', label: 'All in one spot colour, like PANTONE' },
          ]}
        />
        <div class="of-process">
          <Field
            name="cmyk_values"
            label={`${LABELS.cmyk_values} (optional)`}
            hint="For each colour, in percent, with semicolons between. Other colours follow a simple rule."
            attributes={{ ...TEXT, placeholder: '#0b3d91:100,75,0,20; #e30613:0,100,95,0' }}
          />
        </div>
        <div class="of-cmyk">
          <Field name="cmyk" label={LABELS.cmyk} attributes={{ ...TEXT, placeholder: '100,60,0,40' }} />
        </div>
        <div class="of-spot pair">
          <Field name="spot" label={LABELS.spot} attributes={{ ...TEXT, placeholder: 'PANTONE 185 C' }} />
          <Field
            name="alternate"
            label={LABELS.alternate}
            attributes={{ ...TEXT, placeholder: '0,91,76,40' }}
          />
        </div>
      </div>
    </>
  );
}

const PRINTERS = [
  { value: 'office', label: 'For an office printer', words: 'Exactly the size that you see.' },
  { value: 'shop', label: 'For a print shop', words: 'With 3 mm of bleed and crop marks.' },
] as const;

/** Who prints it, which decides bleed and crop marks. */
export function PrinterField() {
  const form = useContext(Filled);
  return (
    <fieldset class="for-printer printers" role="radiogroup">
      <legend>{LABELS.printer}</legend>
      {PRINTERS.map(({ value, label, words }) => (
        <label>
          <input type="radio" name="printer" value={value} checked={form.value('printer') === value} />
          <span>
            {label} <small>{words}</small>
          </span>
        </label>
      ))}
      <Notes name="printer" />
    </fieldset>
  );
}

/** What only print shops ask for. A choice between office and print shop replaces bleed and marks. */
function DetailFields({ isForMany }: { readonly isForMany: boolean }) {
  const form = useContext(Filled);
  const isWrong = ['bleed_mm', 'margin'].some((name) => form.error(name) !== undefined);
  return (
    <details class="for-width more" open={isWrong}>
      <summary>Paper, bleed and quiet zone</summary>
      <CheckBox name="paper" label={LABELS.paper} />
      <div class="for-details">
        <CheckBox name="marks" label={LABELS.marks} />
      </div>
      <div class="pair">
        <div class="for-details">
          <Field
            name="bleed_mm"
            label={LABELS.bleed_mm}
            attributes={{ ...DECIMAL, ...BLEED_MM, step: '0.01' }}
          />
        </div>
        <Field
          name="margin"
          label={isForMany ? `${LABELS.margin} (optional)` : LABELS.margin}
          attributes={{ ...DECIMAL, ...MARGIN, inputmode: 'numeric' }}
        />
      </div>
    </details>
  );
}
