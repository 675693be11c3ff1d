import {
  MAX_SCANS_LIMIT,
  PASSWORD_CHARACTERS,
  PASSWORD_TRIES_PER_MINUTE,
} from '#core/control/checks/control-request.ts';
import { CheckBox, Field, FilledForm } from '../kit/field.tsx';
import { Flash } from '../kit/flash.tsx';
import type { Form } from '../frame/forms/form.ts';
import type { SharedProps } from './read-form.ts';

interface LimitsProps extends SharedProps {
  readonly form: Form;
  readonly hasPassword: boolean;
}

const HOURS_FOR_FOUR_DIGITS = Math.ceil(10 ** 4 / PASSWORD_TRIES_PER_MINUTE / 60);
const SHORT_PASSWORD = `Somebody with many addresses can try ${PASSWORD_TRIES_PER_MINUTE} passwords a minute, and finds four digits within ${HOURS_FOR_FOUR_DIGITS} hours. Eight random letters and digits are safe.`;

/** Schedule, limit, fallback and password. */
export function LimitsSection({ path, opened, timeZone, form, hasPassword }: LimitsProps) {
  const time = { type: 'datetime-local' };
  return (
    <section id="limits" aria-labelledby="limits-heading">
      <h2 id="limits-heading">Schedule, limit and password</h2>
      <Flash section="limits" />
      <FilledForm
        form={form}
        action={`${path}/control/limits#limits`}
        class="columns"
        data-unsaved
        hidden={opened}
      >
        <Field name="starts_at" label={`Starts (${timeZone})`} attributes={time} />
        <Field name="ends_at" label={`Ends (${timeZone})`} attributes={time} />
        <Field
          name="max_scans"
          label="Scan limit"
          hint="Over the whole life of the code. Leave it empty for no limit."
          attributes={{ type: 'number', min: 1, max: MAX_SCANS_LIMIT, inputmode: 'numeric' }}
        />
        <Field
          name="fallback_url"
          label="Fallback address"
          hint="Where scans lead while the code is not active. Leave it empty to show a page that says why."
          attributes={{ inputmode: 'url', autocomplete: 'off', spellcheck: 'false' }}
        />
        <Field
          name="password"
          label={hasPassword ? 'New password' : 'Password'}
          hint={`${
            hasPassword
              ? 'Leave it empty to keep the current password.'
              : 'Everybody who scans has to enter it. Leave it empty for no password.'
          } ${SHORT_PASSWORD}`}
          attributes={{ type: 'password', autocomplete: 'new-password', maxlength: PASSWORD_CHARACTERS.max }}
        />
        {hasPassword ? <CheckBox name="remove_password" label="Stop asking for the password" /> : null}
        <CheckBox
          name="forward_query"
          label="Pass the query of the short link (what follows “?”) on to the target"
        />
        <button type="submit">Save schedule and limits</button>
      </FilledForm>
    </section>
  );
}
