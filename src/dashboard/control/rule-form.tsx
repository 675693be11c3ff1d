import type { Child } from 'hono/jsx';
import { WEEKDAYS } from '#core/control/conditions.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { Button, ButtonRow } from '../kit/buttons.tsx';
import { CheckBox, CheckBoxes, Field, FieldGroup, FilledForm } from '../kit/field.tsx';
import { Picker } from '../kit/choices/picker.tsx';
import type { Form } from '../frame/forms/form.ts';
import { BROWSER_CHOICES, countryChoices, languageChoices, SYSTEM_CHOICES } from './choices.ts';
import type { RuleCondition } from './read-rule.ts';
import type { SharedProps } from './read-form.ts';
import { TimeZoneField } from '../scans/time-zones.tsx';
import { nameWeekday } from './words.ts';

interface RuleFormProps extends SharedProps {
  readonly form: Form;
  /** The name of the edited rule; null for a new one. */
  readonly edited: string | null;
}

/** The conditions of a new or existing rule, of which only the chosen ones have fields, and its target. */
export function RuleForm({ path, opened, timeZone, form, edited }: RuleFormProps) {
  const control = `${path}/control`;
  return (
    <FilledForm
      form={form}
      action={`${control}/rules#rules`}
      class="rule-form"
      data-unsaved
      hidden={{ ...opened, conditions: 'chosen' }}
    >
      {edited === null ? null : <input type="hidden" name="editing" value={edited} />}
      <Conditions />
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

const CONDITIONS: readonly (readonly [RuleCondition, PlainMessage, () => Child])[] = [
  ['country', 'Country', () => <Countries name="country" legend={say('In these countries')} />],
  [
    'not_country',
    'Excluded countries',
    () => <Countries name="not_country" legend={say('Not in these countries')} />,
  ],
  ['region', 'Region', Regions],
  ['device', 'Device', Devices],
  ['language', 'Language', Languages],
  ['os', 'System', () => <Picker name="os" legend={say('With these systems')} choices={SYSTEM_CHOICES} />],
  [
    'browser',
    'Browser',
    () => <Picker name="browser" legend={say('With these browsers')} choices={BROWSER_CHOICES} />,
  ],
  ['query', 'URL parameters', Query],
  ['period', 'Period', Period],
  ['hours', 'Time of day', Hours],
  ['weekdays', 'Weekdays', Weekdays],
];

/** A box for each condition. While it is not ticked, the stylesheet hides its fields, and nothing in them counts. */
function Conditions() {
  return (
    <fieldset class="conditions">
      <legend>{say('If')}</legend>
      <p>
        {say('Choose one or more conditions. All of them must be true, each for at least one of its values.')}
      </p>
      <div>
        {CONDITIONS.map(([name, label, Fields]) => (
          <div class="condition">
            <CheckBox name={`with_${name}`} label={say(label)} />
            <div class="condition-fields">
              <Fields />
            </div>
          </div>
        ))}
        <div class="condition-zone">
          <TimeZoneField name="rule_tz" label={say('In the time zone')} />
        </div>
      </div>
    </fieldset>
  );
}

function Countries({ name, legend }: { readonly name: string; readonly legend: string }) {
  return <Picker name={name} legend={legend} choices={countryChoices()} />;
}

function Regions() {
  return (
    <Text
      name="region"
      label={say('In these regions')}
      hint={say('For example {examples}', { examples: 'DE-BY, US-CA' })}
    />
  );
}

const DEVICES = [
  ['mobile', 'Phones'],
  ['tablet', 'Tablets'],
  ['desktop', 'Computers'],
] as const satisfies readonly (readonly [string, PlainMessage])[];

function Devices() {
  return (
    <CheckBoxes legend={say('On these devices')}>
      {DEVICES.map(([device, label]) => (
        <CheckBox name={`device_${device}`} label={say(label)} />
      ))}
    </CheckBoxes>
  );
}

function Languages() {
  return (
    <>
      <Picker name="language" legend={say('With these languages')} choices={languageChoices()} />
      <Text
        name="other_languages"
        label={say('Other languages, by their tags')}
        hint={say('For example {examples}', { examples: 'gsw, es-419' })}
      />
    </>
  );
}

function Query() {
  return (
    <Text
      name="query"
      label={say('With these URL parameters in the short link')}
      hint={say('For example table=5, or table for any value')}
    />
  );
}

function Period() {
  return (
    <div class="pair">
      <Field name="from" label={say('From')} attributes={{ type: 'datetime-local' }} />
      <Field name="until" label={say('Until')} attributes={{ type: 'datetime-local' }} />
    </div>
  );
}

function Hours() {
  return (
    <div class="pair">
      <Field name="hours_from" label={say('Every day from')} attributes={{ type: 'time' }} />
      <Field
        name="hours_until"
        label={say('Every day until')}
        hint={say('May be after midnight: 22:00 to 02:00.')}
        attributes={{ type: 'time' }}
      />
    </div>
  );
}

function Weekdays() {
  return (
    <CheckBoxes legend={say('On these weekdays')}>
      {WEEKDAYS.map((day) => (
        <CheckBox name={`weekday_${day}`} label={nameWeekday(day)} />
      ))}
    </CheckBoxes>
  );
}

function Text(props: { readonly name: string; readonly label: string; readonly hint: string }) {
  return <Field {...props} attributes={{ autocomplete: 'off', spellcheck: 'false' }} />;
}
