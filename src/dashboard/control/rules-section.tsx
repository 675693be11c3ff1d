import { WEEKDAYS } from '#core/control/conditions.ts';
import type { Rule } from '#core/control/control.ts';
import { MAX_RULES } from '#core/control/control-request.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { BROWSER_NAMES } from '#core/scans/user-agent.ts';
import { Target } from '../codes/target.tsx';
import { CheckBox, Field, FormProblem, Select } from '../frame/field.tsx';
import type { Form } from '../frame/form.ts';
import { HiddenFields } from './hidden-fields.tsx';
import { describeConditions, WEEKDAY_NAMES } from './words.ts';

interface RulesProps {
  readonly path: string;
  readonly revision: number;
  readonly timeZone: TimeZone;
  readonly rules: readonly Rule[];
  readonly form: Form;
}

/** Rules as sentences, in their order, and a form that adds one. */
export function RulesSection({ path, revision, timeZone, rules, form }: RulesProps) {
  return (
    <section id="rules" aria-labelledby="rules-heading">
      <h2 id="rules-heading">Rules</h2>
      <p>The first rule that matches decides where a scan leads.</p>
      <ol class="control-steps" data-sortable={rules.length > 1 ? 'rules' : undefined}>
        {rules.map((rule, i) => (
          <li data-index={i}>
            <p>
              <strong>
                <bdi>{rule.name}</bdi>
              </strong>
              <br />
              {describeConditions(rule.when)} → <Target target={rule.target} />
            </p>
            <RuleButtons {...{ path, revision, timeZone, rule, i }} isLast={i === rules.length - 1} />
          </li>
        ))}
      </ol>
      {rules.length >= MAX_RULES ? (
        <p>A code has at most {MAX_RULES} rules.</p>
      ) : (
        <details open={form.hasErrors || undefined}>
          <summary>Add a rule</summary>
          <RuleForm {...{ path, revision, timeZone, form }} />
        </details>
      )}
    </section>
  );
}

interface ButtonsProps extends Pick<RulesProps, 'path' | 'revision' | 'timeZone'> {
  readonly rule: Rule;
  readonly i: number;
  readonly isLast: boolean;
}

function RuleButtons({ path, revision, timeZone, rule, i, isLast }: ButtonsProps) {
  const button = (to: string, label: string) => (
    <button type="submit" name="to" value={to} class="outline">
      {label}
      <span class="visually-hidden"> {rule.name}</span>
    </button>
  );
  return (
    <form method="post" action={`${path}/control/move-rule#rules`} class="inline">
      <HiddenFields revision={revision} timeZone={timeZone} />
      <input type="hidden" name="index" value={String(i)} />
      {i === 0 ? null : button(String(i - 1), 'Up')}
      {isLast ? null : button(String(i + 1), 'Down')}
      {button('remove', 'Remove')}
    </form>
  );
}

const BROWSERS = [
  { value: '', label: 'Any' },
  ...BROWSER_NAMES.map((name) => ({ value: name, label: name })),
];

function RuleForm({ path, revision, timeZone, form }: Omit<RulesProps, 'rules'>) {
  const text = (name: string, label: string, hint?: string) => (
    <Field
      form={form}
      name={name}
      label={label}
      hint={hint}
      attributes={{ autocomplete: 'off', spellcheck: 'false' }}
    />
  );
  const input = (name: string, label: string, type: string) => (
    <Field form={form} name={name} label={label} attributes={{ type }} />
  );
  return (
    <form method="post" action={`${path}/control/rules#rules`} class="fields">
      <FormProblem form={form} />
      <HiddenFields revision={revision} timeZone={timeZone} />
      <p>Fill in what must be true, and leave the rest empty.</p>
      {text('country', 'In these countries', 'DE, AT')}
      {text('not_country', 'In none of these countries', 'FR')}
      {text('region', 'In these regions', 'DE-BY, US-CA')}
      {text('language', 'In these languages', 'de, pt-BR')}
      {text('device', 'On these devices', 'mobile, tablet, desktop')}
      {text('os', 'On these systems', 'iOS, Android')}
      <Select form={form} name="browser" label="With this browser" options={BROWSERS} />
      {text('query', 'With this query behind the short link', 'table=5, or only: table')}
      {input('from', `From (${timeZone})`, 'datetime-local')}
      {input('until', `Until (${timeZone})`, 'datetime-local')}
      <fieldset>
        <legend>On these weekdays</legend>
        {WEEKDAYS.map((day) => (
          <CheckBox form={form} name={`weekday_${day}`} label={WEEKDAY_NAMES[day]} />
        ))}
      </fieldset>
      {input('hours_from', `Between (${timeZone})`, 'time')}
      {input('hours_until', 'and', 'time')}
      <Field
        form={form}
        name="rule_target"
        label="Leads to"
        attributes={{ inputmode: 'url', autocomplete: 'off', spellcheck: 'false', required: true }}
      />
      {text('rule_name', 'Name', 'For the statistics. Empty: by its place.')}
      <button type="submit">Add rule</button>
    </form>
  );
}
