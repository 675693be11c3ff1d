import type { Rule } from '#core/control/control.ts';
import { MAX_RULES } from '#core/control/checks/control-request.ts';
import { HiddenFields } from '../kit/buttons.tsx';
import { LookAlikeWarning } from '../codes/look-alike.tsx';
import { Target } from '../codes/page/target.tsx';
import { FormProblem } from '../kit/field.tsx';
import { Flash } from '../kit/flash.tsx';
import type { Form } from '../frame/forms/form.ts';
import { RuleForm } from './rule-form.tsx';
import { describeConditions } from './words.ts';
import type { SharedProps } from './read-form.ts';

interface RulesProps extends SharedProps {
  readonly rules: readonly Rule[];
  /** The form of the edited rule, in its place, or of a new one. */
  readonly form: Form;
  /** The error of a refused move. */
  readonly move: Form;
}

/** Rules as sentences, in order. One of them may be a form; otherwise, a form adds one. */
export function RulesSection({ rules, form, move, ...shared }: RulesProps) {
  const edited = rules.find(({ name }) => name === form.value('editing'));
  return (
    <section id="rules" aria-labelledby="rules-heading">
      <h2 id="rules-heading">Rules</h2>
      <Flash section="rules" />
      <p>
        {rules.length === 0
          ? 'A rule leads some scans elsewhere: those from one country, on weekdays, from phones…'
          : 'The first rule that matches decides where a scan leads.'}
      </p>
      <FormProblem form={move} />
      {rules.length === 0 ? null : (
        <ol class="rules" data-sortable>
          {rules.map((rule, i) => (
            <li>
              {rule === edited ? (
                <RuleForm {...shared} form={form} edited={rule.name} />
              ) : (
                <RuleRow {...shared} rule={rule} i={i} count={rules.length} canBeDragged={!edited} />
              )}
            </li>
          ))}
        </ol>
      )}
      <p class="visually-hidden" role="status" data-sorted />
      {edited ? null : <NewRule {...shared} count={rules.length} form={form} />}
    </section>
  );
}

function NewRule({ count, form, ...shared }: SharedProps & { readonly count: number; readonly form: Form }) {
  if (count >= MAX_RULES) return <p>A code has at most {MAX_RULES} rules.</p>;
  return (
    <details class="new-rule" open={form.hasErrors || undefined}>
      <summary class="button outline">Add a rule</summary>
      <RuleForm {...shared} form={form} edited={null} />
    </details>
  );
}

interface RowProps extends SharedProps {
  readonly rule: Rule;
  readonly i: number;
  readonly count: number;
}

/** Rules cannot be dragged while another one is edited: updating the list would lose typed text. */
function RuleRow({ rule, i, count, canBeDragged, ...shared }: RowProps & { readonly canBeDragged: boolean }) {
  return (
    <div class="rule">
      {count > 1 && canBeDragged ? <Handle rule={rule} i={i} count={count} /> : null}
      <p>
        <strong>
          <bdi>{rule.name}</bdi>
        </strong>
        <br />
        {describeConditions(rule.when)} → <Target target={rule.target} />
        <LookAlikeWarning target={rule.target} />
      </p>
      <RuleActions {...shared} rule={rule} i={i} count={count} />
    </div>
  );
}

/** The script shows it; the buttons do the same without one. */
function Handle({ rule, i, count }: Pick<RowProps, 'rule' | 'i' | 'count'>) {
  return (
    <button type="button" class="handle" data-handle hidden>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M5 3h2v2H5zm4 0h2v2H9zM5 7h2v2H5zm4 0h2v2H9zm-4 4h2v2H5zm4 0h2v2H9z" fill="currentColor" />
      </svg>
      <span class="visually-hidden">
        Move {rule.name} with the arrow keys, place {i + 1} of {count}
      </span>
    </button>
  );
}

function RuleActions({ path, opened, timeZone, rule, i, count }: RowProps) {
  const button = (to: string, label: string) => (
    <button type="submit" name="to" value={to} class="outline">
      {label}
      <span class="visually-hidden"> {rule.name}</span>
    </button>
  );
  const editing = new URLSearchParams({ tz: timeZone, rule: rule.name });
  return (
    <form method="post" action={`${path}/control/move-rule#rules`} class="inline">
      <HiddenFields fields={opened} />
      <input type="hidden" name="index" value={String(i)} />
      <a class="button outline" href={`${path}/control?${editing.toString()}#rules`}>
        Edit<span class="visually-hidden"> {rule.name}</span>
      </a>
      {i === 0 ? null : button(String(i - 1), 'Up')}
      {i === count - 1 ? null : button(String(i + 1), 'Down')}
      {button('remove', 'Remove')}
    </form>
  );
}
