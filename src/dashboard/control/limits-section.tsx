import { MAX_SCANS_LIMIT, PASSWORD_CHARACTERS } from '#core/control/checks/control-request.ts';
import { PASSWORD_TRIES_PER_MINUTE } from '#core/control/password-tries.ts';
import { say } from '#languages/say.ts';
import { Button } from '../kit/buttons.tsx';
import { CheckBox, Field, FilledForm } from '../kit/field.tsx';
import type { Form } from '../frame/forms/form.ts';
import type { SharedProps } from './read-form.ts';

/** When the code works: its schedule, its limit, and where scans lead meanwhile. */
export function LimitsForm({ path, opened, form }: SharedProps & { readonly form: Form }) {
  const time = { type: 'datetime-local' };
  return (
    <FilledForm
      form={form}
      action={`${path}/control/limits#limits`}
      class="columns"
      data-unsaved
      hidden={opened}
    >
      <Field name="starts_at" label={say('Starts')} attributes={time} />
      <Field name="ends_at" label={say('Ends')} attributes={time} />
      <Field
        name="max_scans"
        label={say('Scan limit')}
        hint={say('Over the whole life of the code. Leave it empty for no limit.')}
        attributes={{ type: 'number', min: 1, max: MAX_SCANS_LIMIT, inputmode: 'numeric' }}
      />
      <Field
        name="fallback_url"
        label={say('Fallback address')}
        hint={say(
          'Where scans lead while the code is not active. Leave it empty to show a page that says why.',
        )}
        attributes={{ inputmode: 'url', autocomplete: 'off', spellcheck: 'false' }}
      />
      <Button>{say('Save')}</Button>
    </FilledForm>
  );
}

interface AccessProps extends SharedProps {
  readonly form: Form;
  readonly hasPassword: boolean;
}

/** What stands between a scan and its target: the password, and the query that is passed on. */
export function AccessForm({ path, opened, form, hasPassword }: AccessProps) {
  return (
    <FilledForm
      form={form}
      action={`${path}/control/access#access`}
      class="columns"
      data-unsaved
      hidden={opened}
    >
      <Field
        name="password"
        label={hasPassword ? say('New password') : say('Password')}
        hint={
          hasPassword
            ? say('Leave it empty to keep the current password.')
            : say('Everybody who scans has to enter it. Leave it empty for no password.')
        }
        attributes={{ type: 'password', autocomplete: 'new-password', maxlength: PASSWORD_CHARACTERS.max }}
      />
      <p class="muted password-worth">
        {say(
          'Four digits can be guessed within {hours, number} hours, at {tries, number} tries a minute. Eight random letters and digits are safe.',
          { hours: HOURS_FOR_FOUR_DIGITS, tries: PASSWORD_TRIES_PER_MINUTE },
        )}
      </p>
      {hasPassword ? <CheckBox name="remove_password" label={say('Stop asking for the password')} /> : null}
      <CheckBox
        name="forward_query"
        label={say('Pass the URL parameters of the short link on to the target')}
        hint={say('What follows “?”, such as ?table=5')}
      />
      <Button>{say('Save')}</Button>
    </FilledForm>
  );
}

const HOURS_FOR_FOUR_DIGITS = Math.ceil(10 ** 4 / PASSWORD_TRIES_PER_MINUTE / 60);
