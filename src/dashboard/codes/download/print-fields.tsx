import { useContext } from 'hono/jsx';
import { MARGIN } from '#core/codes/limits.ts';
import { BLEED_MM, WIDTH_MM } from '#core/prints/print-request.ts';
import { CheckBox, Field, Select, Filled } from '../../kit/field.tsx';
import { CaptionSelect } from './caption-select.tsx';
import { DISTANCE_CM, LABELS } from './read-forms.ts';

const TEXT = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' } as const;

/**
 * The fields for a print file, of one code or of each of many. The stylesheet shows the fields of an ink only if that ink is chosen.
 */
export function PrintFields({ isForMany = false }: { readonly isForMany?: boolean }) {
  const form = useContext(Filled);
  const decimal = { type: 'number', inputmode: 'decimal', required: true } as const;
  return (
    <>
      <div class="pair">
        <Field
          name="width_mm"
          label={LABELS.width_mm}
          hint="With the quiet zone around it."
          attributes={{ ...decimal, ...WIDTH_MM, step: '0.01' }}
        />
        {isForMany ? null : (
          <Field
            name="distance_cm"
            label={`${LABELS.distance_cm} (optional)`}
            hint="How far away people are when they scan."
            attributes={{ ...decimal, ...DISTANCE_CM, step: '0.1', required: false }}
          />
        )}
      </div>
      <div class="pair">
        <Select
          name="file"
          label={LABELS.file}
          options={[
            { value: 'pdf', label: 'PDF' },
            { value: 'x-1a', label: 'PDF/X-1a, for offset presses' },
            { value: 'eps', label: 'EPS' },
            { value: 'svg', label: 'SVG in millimetres' },
          ]}
        />
        <Select
          name="ink"
          label={LABELS.ink}
          options={[
            { value: 'design', label: 'As designed (RGB; CMYK in PDF/X-1a)' },
            { value: 'process', label: 'As designed, in CMYK' },
            { value: 'k', label: 'All in black' },
            { value: 'cmyk', label: 'All in one mixture (CMYK)' },
            { value: 'spot', label: 'All in one spot colour' },
            { value: 'rgb', label: 'All in its dark colour (RGB)' },
          ]}
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
      <CaptionSelect name="caption" label={LABELS.caption} />
      <details class="more" open={form.error('bleed_mm') !== undefined || form.error('margin') !== undefined}>
        <summary>Paper, bleed and quiet zone</summary>
        <CheckBox name="paper" label="Print a white background" />
        <CheckBox name="marks" label="Crop marks" />
        <div class="pair">
          <Field
            name="bleed_mm"
            label={LABELS.bleed_mm}
            attributes={{ ...decimal, ...BLEED_MM, step: '0.01' }}
          />
          <Field
            name="margin"
            label={isForMany ? `${LABELS.margin} (optional)` : LABELS.margin}
            attributes={{
              ...decimal,
              min: MARGIN.min,
              max: MARGIN.max,
              inputmode: 'numeric',
              required: !isForMany,
            }}
          />
        </div>
      </details>
    </>
  );
}
