import { useContext } from 'hono/jsx';
import { ERROR_CORRECTION_LEVELS, RECOVERY_SHARES } from '#core/codes/error-correction.ts';
import { Field, Select, Filled } from '../../kit/field.tsx';
import { SizeFields } from './design/design-form.tsx';

const LEVELS = ERROR_CORRECTION_LEVELS.map((level) => ({
  value: level,
  label: `${level}: ${RECOVERY_SHARES[level]}% may be damaged`,
}));

const FORMATS = [
  { value: 'png', label: 'PNG' },
  { value: 'svg', label: 'SVG' },
];

const MORE_OPTIONS = ['short_code', 'size', 'margin', 'error_correction', 'format', 'external_id'];

/** Open if one of its fields has an error. */
export function MoreOptions() {
  const form = useContext(Filled);
  return (
    <details open={MORE_OPTIONS.some((name) => form.error(name) !== undefined)}>
      <summary>More options</summary>
      <Field
        name="short_code"
        label="End of the short link"
        hint="For example menu-2027. Leave it empty to get eight random characters. It cannot be changed later."
        attributes={{ autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' }}
      />
      <SizeFields />
      <div class="pair">
        <Select
          name="error_correction"
          label="Error correction"
          hint="We use a higher level if the code stays the same size."
          options={LEVELS}
        />
        <Select name="format" label="Preferred format" hint="You can download both." options={FORMATS} />
      </div>
      <Field
        name="external_id"
        label="External id"
        hint="What your own system calls this code. The API finds it by this id."
        attributes={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }}
      />
    </details>
  );
}
