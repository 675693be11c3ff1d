import type { Child } from 'hono/jsx';
import type { Rule } from '#core/control/control.ts';
import { MAX_RULES } from '#core/control/checks/control-request.ts';
import { say, sayRich } from '#languages/say.ts';
import { HiddenFields } from '../../../kit/buttons.tsx';
import { LookAlikeWarning } from '../../look-alike.tsx';
import { Target } from '../../page/target.tsx';
import { FormProblem } from '../../../kit/field.tsx';
import type { Form } from '../../../frame/forms/form.ts';
import { RuleForm } from './rule-form.tsx';
import { describeConditions } from '../words.ts';
import type { SharedProps } from '../limits-section.tsx';

interface RulesProps extends SharedProps {
  readonly rules: readonly Rule[];
  /** The form of the edited rule, in its place, or of a new one. */
  readonly form: Form;
  /** The error of a refused move. */
  readonly move: Form;
}

/** Rules as sentences, in order. One of them may be a form; otherwise, a form adds one. */
export function Rules({ rules, form, move, ...shared }: RulesProps) {
  const edited = rules.find(({ name }) => name === form.value('editing'));
  return (
    <>
      <p>
        {rules.length === 0
          ? say(
              'A rule sends some scans elsewhere, such as those from one country, from phones or on weekdays.',
            )
          : say('The first rule that matches decides where a scan leads.')}
      </p>
      <FormProblem form={move} />
      {rules.length === 0 ? null : (
        <ol
          class="rules"
          data-sortable
          data-moved={say('Saved: now in place {place} of {count}.', { place: '{place}', count: '{count}' })}
        >
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
    </>
  );
}

function NewRule({ count, form, ...shared }: SharedProps & { readonly count: number; readonly form: Form }) {
  if (count >= MAX_RULES)
    return <p>{say('A code has at most {most, number} rules.', { most: MAX_RULES })}</p>;
  return (
    <details class="new-rule" open={form.hasErrors || undefined}>
      <summary class="button outline">{say('Add a rule')}</summary>
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
    <div class="rule pair">
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
        {say('Move {rule} with the arrow keys, place {place, number} of {count, number}', {
          rule: rule.name,
          place: i + 1,
          count,
        })}
      </span>
    </button>
  );
}

function RuleActions({ path, opened, timeZone, rule, i, count }: RowProps) {
  const hidden = (text: Child) => <span class="visually-hidden">{text}</span>;
  const said = { rule: rule.name, hidden };
  const button = (to: string, label: Child) => (
    <button type="submit" name="to" value={to} class="secondary outline">
      {label}
    </button>
  );
  const editing = new URLSearchParams({ tz: timeZone, rule: rule.name });
  return (
    <form method="post" action={`${path}/control/move-rule#rules`} class="inline cluster">
      <HiddenFields fields={opened} />
      <input type="hidden" name="index" value={String(i)} />
      <a class="button secondary outline" href={`${path}/control?${editing.toString()}#rules`}>
        {sayRich('Edit<hidden> {rule}</hidden>', said)}
      </a>
      {i === 0 ? null : button(String(i - 1), sayRich('Up<hidden> {rule}</hidden>', said))}
      {i === count - 1 ? null : button(String(i + 1), sayRich('Down<hidden> {rule}</hidden>', said))}
      {button('remove', sayRich('Remove<hidden> {rule}</hidden>', said))}
    </form>
  );
}
