import { say } from '#languages/say.ts';
import { useContext } from 'hono/jsx';
import { ERROR_CORRECTION_LEVELS, RECOVERY_SHARES } from '#core/codes/error-correction.ts';
import { Field, Select, Filled } from '../../kit/field.tsx';
import { SizeFields } from './design/design-form.tsx';

const FORMATS = [
  { value: 'png', label: 'PNG' },
  { value: 'svg', label: 'SVG' },
];

const MORE_OPTIONS = ['short_code', 'size', 'margin', 'error_correction', 'format', 'external_id'];

/** Open if one of its fields has an error. */
export function MoreOptions() {
  const form = useContext(Filled);
  const levels = ERROR_CORRECTION_LEVELS.map((level) => ({
    value: level,
    label: say('{level}: {percent, number}% may be damaged', { level, percent: RECOVERY_SHARES[level] }),
  }));
  return (
    <details class="part" open={MORE_OPTIONS.some((name) => form.error(name) !== undefined)}>
      <summary>{say('More options')}</summary>
      <Field
        name="short_code"
        label={say('Last part of the short link')}
        hint={say(
          'For example menu-2027. Leave it empty to get eight random characters. It cannot be changed later.',
        )}
        attributes={{ autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' }}
      />
      <SizeFields />
      <div class="pair">
        <Select
          name="error_correction"
          label={say('Error correction')}
          hint={say('We use a higher level if the code stays the same size.')}
          options={levels}
        />
        <Select
          name="format"
          label={say('Preferred format')}
          hint={say('You can download both.')}
          options={FORMATS}
        />
      </div>
      <Field
        name="external_id"
        label={say('External id')}
        hint={say('What your own system calls this code. The API finds it by this id.')}
        attributes={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }}
      />
    </details>
  );
}
