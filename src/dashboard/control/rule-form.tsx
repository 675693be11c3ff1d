import { WEEKDAYS } from '#core/control/conditions.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { Button, ButtonRow } from '../kit/buttons.tsx';
import { CheckBox, CheckBoxes, Field, FieldGroup, FilledForm } from '../kit/field.tsx';
import type { Form } from '../frame/forms/form.ts';
import { TimeZoneField } from './time-zones.tsx';
import { nameWeekday } from './words.ts';
import type { SharedProps } from './read-form.ts';

interface RuleFormProps extends SharedProps {
  readonly form: Form;
  /** The name of the edited rule; null for a new one. */
  readonly edited: string | null;
}

const DEVICES = [
  ['mobile', 'Phones'],
  ['tablet', 'Tablets'],
  ['desktop', 'Computers'],
] as const satisfies readonly (readonly [string, PlainMessage])[];

/** All conditions of a new or existing rule, and its target. */
export function RuleForm({ path, opened, timeZone, form, edited }: RuleFormProps) {
  const control = `${path}/control`;
  return (
    <FilledForm form={form} action={`${control}/rules#rules`} class="rule-form" data-unsaved hidden={opened}>
      {edited === null ? null : <input type="hidden" name="editing" value={edited} />}
      <p>
        {say(
          'Fill in what must be true, and leave the rest empty. Separate several values with commas: one match is enough.',
        )}
      </p>
      <Where />
      <Visitor />
      <When />
      <FieldGroup legend={say('Then')}>
        <Field
          name="rule_target"
          label={say('Lead to')}
          attributes={{ inputmode: 'url', autocomplete: 'off', spellcheck: 'false', required: true }}
        />
        <Text
          name="rule_name"
          label={say('Name of the rule')}
          hint={say('For the statistics. Leave it empty to name the rule by its position.')}
        />
      </FieldGroup>
      <ButtonRow>
        <Button>{edited === null ? say('Add rule') : say('Save rule')}</Button>
        {edited === null ? null : (
          <a href={`${control}?${new URLSearchParams({ tz: timeZone, open: 'rules' }).toString()}#rules`}>
            {say('Cancel')}
          </a>
        )}
      </ButtonRow>
    </FilledForm>
  );
}

function Where() {
  return (
    <FieldGroup legend={say('Where')}>
      <Text
        name="country"
        label={say('In these countries')}
        hint={say('For example {examples}', { examples: 'DE, AT' })}
      />
      <Text
        name="not_country"
        label={say('Not in these countries')}
        hint={say('For example {examples}', { examples: 'FR' })}
      />
      <Text
        name="region"
        label={say('In these regions')}
        hint={say('For example {examples}', { examples: 'DE-BY, US-CA' })}
      />
    </FieldGroup>
  );
}

function Visitor() {
  return (
    <FieldGroup legend={say('Who')}>
      <Text
        name="language"
        label={say('With these languages')}
        hint={say('For example {examples}', { examples: 'de, pt-BR' })}
      />
      <Text
        name="os"
        label={say('With these systems')}
        hint={say('For example {examples}', { examples: 'iOS, Android' })}
      />
      <Text
        name="browser"
        label={say('With these browsers')}
        hint={say('For example {examples}', { examples: 'Safari, Samsung Internet' })}
      />
      <Text
        name="query"
        label={say('With these URL parameters in the short link')}
        hint={say('For example table=5, or table for any value')}
      />
      <CheckBoxes legend={say('On these devices')}>
        {DEVICES.map(([device, label]) => (
          <CheckBox name={`device_${device}`} label={say(label)} />
        ))}
      </CheckBoxes>
    </FieldGroup>
  );
}

function When() {
  const input = (name: string, label: string, type: string, hint?: string) => (
    <Field name={name} label={label} hint={hint} attributes={{ type }} />
  );
  return (
    <FieldGroup legend={say('When')}>
      {input('from', say('From'), 'datetime-local')}
      {input('until', say('Until'), 'datetime-local')}
      {input('hours_from', say('Every day from'), 'time')}
      {input('hours_until', say('Every day until'), 'time', say('May be after midnight: 22:00 to 02:00.'))}
      <TimeZoneField name="rule_tz" label={say('In the time zone')} />
      <CheckBoxes legend={say('On these weekdays')}>
        {WEEKDAYS.map((day) => (
          <CheckBox name={`weekday_${day}`} label={nameWeekday(day)} />
        ))}
      </CheckBoxes>
    </FieldGroup>
  );
}

function Text(props: { readonly name: string; readonly label: string; readonly hint: string }) {
  return <Field {...props} attributes={{ autocomplete: 'off', spellcheck: 'false' }} />;
}
