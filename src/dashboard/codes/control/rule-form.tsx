import { WEEKDAYS } from '#core/control/conditions.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { Button, ButtonRow } from '../../kit/buttons.tsx';
import { CheckBox, CheckBoxes, FieldGroup, FilledForm } from '../../kit/field.tsx';
import { Fields, type FieldTable } from '../../frame/forms/field-table.tsx';
import { type Choice, Picker } from '../../kit/choices/picker.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { BROWSER_CHOICES, countryChoices, languageChoices, SYSTEM_CHOICES } from './choices.ts';
import type { RuleCondition } from './read-rule.ts';
import type { SharedProps } from './limits-section.tsx';
import { TIME_ZONE } from '../../scans/time-zones.tsx';
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
        <Fields of={TYPED} names={['rule_target', 'rule_name']} />
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

/** Everything that is typed into the form; what is picked stands in `CONDITIONS`. */
const TYPED = {
  region: {
    kind: 'name',
    label: 'In these regions',
    hint: () => say('For example {examples}', { examples: 'DE-BY, US-CA' }),
    attributes: { spellcheck: 'false' },
  },
  other_languages: {
    kind: 'exact',
    label: 'Other languages, by their tags',
    hint: () => say('For example {examples}', { examples: 'gsw, es-419' }),
  },
  query: {
    kind: 'exact',
    label: 'With these URL parameters in the short link',
    hint: 'For example table=5, or table for any value',
  },
  from: { kind: 'moment', label: 'From' },
  until: { kind: 'moment', label: 'Until' },
  hours_from: { kind: 'time', label: 'Every day from' },
  hours_until: { kind: 'time', label: 'Every day until', hint: 'May be after midnight: 22:00 to 02:00.' },
  rule_tz: { ...TIME_ZONE, label: 'In the time zone' },
  rule_target: { kind: 'address', label: 'Lead to', isRequired: true },
  rule_name: {
    kind: 'name',
    label: 'Name of the rule',
    hint: 'For the statistics. Leave it empty to name the rule by its position.',
    attributes: { spellcheck: 'false' },
  },
} as const satisfies FieldTable;

interface Condition {
  readonly label: PlainMessage;
  /** Many values to pick from. */
  readonly picker?: readonly [legend: PlainMessage, choices: () => readonly Choice[]];
  /** A box for each of few values, named after it. */
  readonly boxes?: readonly [name: string, legend: PlainMessage, choices: () => readonly Choice[]];
  readonly typed?: readonly (keyof typeof TYPED)[];
}

const DEVICES = [
  ['mobile', 'Phones'],
  ['tablet', 'Tablets'],
  ['desktop', 'Computers'],
] as const satisfies readonly (readonly [string, PlainMessage])[];

const listDevices = () => DEVICES.map(([value, label]) => ({ value, label: say(label) }));
const listWeekdays = () => WEEKDAYS.map((value) => ({ value, label: nameWeekday(value) }));

const CONDITIONS: Readonly<Record<RuleCondition, Condition>> = {
  country: { label: 'Country', picker: ['In these countries', countryChoices] },
  not_country: { label: 'Excluded countries', picker: ['Not in these countries', countryChoices] },
  region: { label: 'Region', typed: ['region'] },
  device: { label: 'Device', boxes: ['device', 'On these devices', listDevices] },
  language: {
    label: 'Language',
    picker: ['With these languages', languageChoices],
    typed: ['other_languages'],
  },
  os: { label: 'System', picker: ['With these systems', () => SYSTEM_CHOICES] },
  browser: { label: 'Browser', picker: ['With these browsers', () => BROWSER_CHOICES] },
  query: { label: 'URL parameters', typed: ['query'] },
  period: { label: 'Period', typed: ['from', 'until'] },
  hours: { label: 'Time of day', typed: ['hours_from', 'hours_until'] },
  weekdays: { label: 'Weekdays', boxes: ['weekday', 'On these weekdays', listWeekdays] },
};

/** A box for each condition. While it is not ticked, the stylesheet hides its fields, and nothing in them counts. */
function Conditions() {
  return (
    <fieldset class="conditions">
      <legend>{say('If')}</legend>
      <p class="fine">
        {say('Choose one or more conditions. All of them must be true, each for at least one of its values.')}
      </p>
      <div class="cluster">
        {Object.entries(CONDITIONS).map(([name, condition]) => (
          <div class="condition">
            <CheckBox name={`with_${name}`} label={say(condition.label)} />
            <div class="condition-fields">
              <ConditionFields {...condition} name={name} />
            </div>
          </div>
        ))}
        <div class="condition-zone">
          <Fields of={TYPED} names={['rule_tz']} />
        </div>
      </div>
    </fieldset>
  );
}

function ConditionFields({ name, picker, boxes, typed = [] }: Condition & { readonly name: string }) {
  return (
    <>
      {picker ? <Picker name={name} legend={say(picker[0])} choices={picker[1]()} /> : null}
      {boxes ? (
        <CheckBoxes legend={say(boxes[1])}>
          {boxes[2]().map(({ value, label }) => (
            <CheckBox name={`${boxes[0]}_${value}`} label={label} />
          ))}
        </CheckBoxes>
      ) : null}
      <Fields of={TYPED} names={typed.length > 1 ? [typed] : typed} />
    </>
  );
}
