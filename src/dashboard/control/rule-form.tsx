import { WEEKDAYS } from '#core/control/conditions.ts';
import { Button, ButtonRow } from '../kit/buttons.tsx';
import { CheckBox, CheckBoxes, Field, FieldGroup, FilledForm } from '../kit/field.tsx';
import type { Form } from '../frame/forms/form.ts';
import { TimeZoneField } from './time-zones.tsx';
import { WEEKDAY_NAMES } from './words.ts';
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
] as const;

/** All conditions of a new or existing rule, and its target. */
export function RuleForm({ path, opened, timeZone, form, edited }: RuleFormProps) {
  const control = `${path}/control`;
  return (
    <FilledForm form={form} action={`${control}/rules#rules`} class="rule-form" data-unsaved hidden={opened}>
      {edited === null ? null : <input type="hidden" name="editing" value={edited} />}
      <p>
        Fill in what must be true, and leave the rest empty. Separate several values with commas: one match is
        enough.
      </p>
      <Where />
      <Visitor />
      <When />
      <FieldGroup legend="Then">
        <Field
          name="rule_target"
          label="Lead to"
          attributes={{ inputmode: 'url', autocomplete: 'off', spellcheck: 'false', required: true }}
        />
        <Text
          name="rule_name"
          label="Name of the rule"
          hint="For the statistics. Leave it empty to name the rule by its position."
        />
      </FieldGroup>
      <ButtonRow>
        <Button>{edited === null ? 'Add rule' : 'Save rule'}</Button>
        {edited === null ? null : (
          <a href={`${control}?${new URLSearchParams({ tz: timeZone }).toString()}#rules`}>Cancel</a>
        )}
      </ButtonRow>
    </FilledForm>
  );
}

function Where() {
  return (
    <FieldGroup legend="Where">
      <Text name="country" label="In these countries" hint="For example DE, AT" />
      <Text name="not_country" label="Not in these countries" hint="For example FR" />
      <Text name="region" label="In these regions" hint="For example DE-BY, US-CA" />
    </FieldGroup>
  );
}

function Visitor() {
  return (
    <FieldGroup legend="Who">
      <Text name="language" label="With these languages" hint="For example de, pt-BR" />
      <Text name="os" label="With these systems" hint="For example iOS, Android" />
      <Text name="browser" label="With these browsers" hint="For example Safari, Samsung Internet" />
      <Text
        name="query"
        label="With this query in the short link"
        hint="For example table=5, or table for any value"
      />
      <CheckBoxes legend="On these devices">
        {DEVICES.map(([device, label]) => (
          <CheckBox name={`device_${device}`} label={label} />
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
    <FieldGroup legend="When">
      {input('from', 'From', 'datetime-local')}
      {input('until', 'Until', 'datetime-local')}
      {input('hours_from', 'Every day from', 'time')}
      {input('hours_until', 'Every day until', 'time', 'May be after midnight: 22:00 to 02:00.')}
      <TimeZoneField name="rule_tz" label="In the time zone" />
      <CheckBoxes legend="On these weekdays">
        {WEEKDAYS.map((day) => (
          <CheckBox name={`weekday_${day}`} label={WEEKDAY_NAMES[day]} />
        ))}
      </CheckBoxes>
    </FieldGroup>
  );
}

function Text(props: { readonly name: string; readonly label: string; readonly hint: string }) {
  return <Field {...props} attributes={{ autocomplete: 'off', spellcheck: 'false' }} />;
}
