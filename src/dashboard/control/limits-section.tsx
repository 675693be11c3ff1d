import { MAX_SCANS_LIMIT, PASSWORD_CHARACTERS } from '#core/control/control-request.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { CheckBox, Field, FormProblem } from '../frame/field.tsx';
import type { Form } from '../frame/form.ts';
import { HiddenFields } from './hidden-fields.tsx';

interface LimitsProps {
  readonly path: string;
  readonly revision: number;
  readonly timeZone: TimeZone;
  readonly form: Form;
  readonly hasPassword: boolean;
}

/** Schedule, limit, fallback and password. */
export function LimitsSection({ path, revision, timeZone, form, hasPassword }: LimitsProps) {
  const time = { type: 'datetime-local' };
  return (
    <section id="limits" aria-labelledby="limits-heading">
      <h2 id="limits-heading">When and how often it leads on</h2>
      <form method="post" action={`${path}/control/limits#limits`} class="fields">
        <FormProblem form={form} />
        <HiddenFields revision={revision} timeZone={timeZone} />
        <Field form={form} name="starts_at" label={`From (${timeZone})`} attributes={time} />
        <Field form={form} name="ends_at" label={`Until (${timeZone})`} attributes={time} />
        <Field
          form={form}
          name="max_scans"
          label="Number of scans"
          hint="Of the whole life of the code. Empty: no limit."
          attributes={{ type: 'number', min: 1, max: MAX_SCANS_LIMIT, inputmode: 'numeric' }}
        />
        <Field
          form={form}
          name="fallback_url"
          label="Otherwise leads to"
          hint="While it is paused, not open yet, over or used up. Empty: a page that says why."
          attributes={{ inputmode: 'url', autocomplete: 'off', spellcheck: 'false' }}
        />
        <Field
          form={form}
          name="password"
          label={hasPassword ? 'New password' : 'Password'}
          hint={
            hasPassword
              ? 'There is one. Empty: it stays.'
              : 'Asked of everybody who scans. Empty: nobody is asked.'
          }
          attributes={{ type: 'password', autocomplete: 'new-password', maxlength: PASSWORD_CHARACTERS.max }}
        />
        {hasPassword ? (
          <CheckBox form={form} name="remove_password" label="Ask for no password any more" />
        ) : null}
        <CheckBox
          form={form}
          name="forward_query"
          label="Pass what stands behind “?” in the short link on to the target"
        />
        <button type="submit">Save</button>
      </form>
    </section>
  );
}
