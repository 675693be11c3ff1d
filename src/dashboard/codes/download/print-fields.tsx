import { useContext } from 'hono/jsx';
import { MARGIN } from '#core/codes/limits.ts';
import { BLEED_MM, WIDTH_MM } from '#core/prints/print-request.ts';
import { type PlainMessage, say } from '#languages/say.ts';
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
            label={say(LABELS.width_mm)}
            hint={say('Including the quiet zone.')}
            attributes={{ ...DECIMAL, ...WIDTH_MM, step: '0.01' }}
          />
          {isForMany ? null : (
            <Field
              name="distance_cm"
              label={say('{label} (optional)', { label: say(LABELS.distance_cm) })}
              hint={say('How far away people are when they scan.')}
              attributes={{ ...DECIMAL, ...DISTANCE_CM, step: '0.1' }}
            />
          )}
        </div>
      </div>
      <div class="pair">
        <ColorFields />
        <div class="for-width">
          <CaptionSelect name="caption" label={say(LABELS.caption)} />
        </div>
      </div>
      <InkFields />
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
          label={say(LABELS.look)}
          options={[
            { value: 'design', label: say('As designed') },
            { value: 'k', label: say('All in black') },
            { value: 'rgb', label: say('All in its dark colour') },
          ]}
        />
      </div>
      <div class="for-ink">
        <Select
          name="ink"
          label={say(LABELS.ink)}
          options={[
            { value: 'process', label: say('As designed, converted to CMYK') },
            { value: 'k', label: say('All in black ink') },
            { value: 'cmyk', label: say('All in one CMYK colour') },
            { value: 'spot', label: say('All in one spot colour, such as PANTONE') },
          ]}
        />
      </div>
    </>
  );
}

/** What the chosen inks ask for. */
function InkFields() {
  return (
    <div class="for-ink">
      <div class="of-process">
        <Field
          name="cmyk_values"
          label={say('{label} (optional)', { label: say(LABELS.cmyk_values) })}
          hint={say('Four percentages per colour, separated by semicolons. Other colours are converted.')}
          attributes={{ ...TEXT, placeholder: '#0b3d91:100,75,0,20; #e30613:0,100,95,0' }}
        />
      </div>
      <div class="of-cmyk">
        <Field name="cmyk" label={say(LABELS.cmyk)} attributes={{ ...TEXT, placeholder: '100,60,0,40' }} />
      </div>
      <div class="of-spot pair">
        <Field name="spot" label={say(LABELS.spot)} attributes={{ ...TEXT, placeholder: 'PANTONE 185 C' }} />
        <Field
          name="alternate"
          label={say(LABELS.alternate)}
          attributes={{ ...TEXT, placeholder: '0,91,76,40' }}
        />
      </div>
    </div>
  );
}

const PRINTERS = [
  { value: 'office', label: 'An office printer', words: 'In exactly this size.' },
  { value: 'shop', label: 'A print shop', words: 'With 3 mm of bleed and crop marks.' },
] as const satisfies readonly { value: string; label: PlainMessage; words: PlainMessage }[];

/** Asks who prints it, which decides bleed and crop marks. */
export function PrinterField() {
  const form = useContext(Filled);
  return (
    <fieldset class="for-printer" role="radiogroup">
      <legend>{say(LABELS.printer)}</legend>
      <div class="cards printers">
        {PRINTERS.map(({ value, label, words }) => (
          <label class="card">
            <input type="radio" name="printer" value={value} checked={form.value('printer') === value} />
            <strong>{say(label)}</strong> <span>{say(words)}</span>
          </label>
        ))}
      </div>
      <Notes name="printer" />
    </fieldset>
  );
}

/** What only print shops ask for. A choice between office and print shop replaces bleed and marks. */
function DetailFields({ isForMany }: { readonly isForMany: boolean }) {
  const form = useContext(Filled);
  const isWrong = ['bleed_mm', 'margin'].some((name) => form.error(name) !== undefined);
  const margin = say(LABELS.margin);
  return (
    <details class="for-width more" open={isWrong}>
      <summary>{say('Paper, bleed and quiet zone')}</summary>
      <CheckBox name="paper" label={say(LABELS.paper)} />
      <div class="for-details">
        <CheckBox name="marks" label={say(LABELS.marks)} />
      </div>
      <div class="pair">
        <div class="for-details">
          <Field
            name="bleed_mm"
            label={say(LABELS.bleed_mm)}
            attributes={{ ...DECIMAL, ...BLEED_MM, step: '0.01' }}
          />
        </div>
        <Field
          name="margin"
          label={isForMany ? say('{label} (optional)', { label: margin }) : margin}
          attributes={{ ...DECIMAL, ...MARGIN, inputmode: 'numeric' }}
        />
      </div>
    </details>
  );
}
