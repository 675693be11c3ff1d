import type { Child, PropsWithChildren } from 'hono/jsx';
import { MAX_SCANS_LIMIT, PASSWORD_CHARACTERS } from '#core/control/checks/control-request.ts';
import { PASSWORD_TRIES_PER_MINUTE } from '#core/control/password-tries.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { say } from '#languages/say.ts';
import { Button } from '../../kit/buttons.tsx';
import { FilledForm } from '../../kit/field.tsx';
import { FLAG_BOXES } from './flags.ts';
import { Fields, type FieldTable } from '../../frame/forms/field-table.tsx';
import type { Form } from '../../frame/forms/form.ts';

/** What the forms that change the code have in common. */
export interface SharedProps {
  /** Of the code’s own page. */
  readonly path: string;
  readonly timeZone: TimeZone;
  /** Which version of the code they were opened on, and whose clocks their times are of. */
  readonly opened: Readonly<Record<string, string>>;
}

/** When the code works: its schedule, its limit, and where scans lead meanwhile. */
export const LIMITS = {
  starts_at: { kind: 'moment', label: 'Starts' },
  ends_at: { kind: 'moment', label: 'Ends' },
  max_scans: {
    kind: 'whole',
    label: 'Scan limit',
    hint: 'Over the whole life of the code. Leave it empty for no limit.',
    attributes: { min: 1, max: MAX_SCANS_LIMIT },
  },
  fallback_url: {
    kind: 'address',
    label: 'Fallback address',
    hint: 'Where scans lead while the code is not active. Leave it empty to show a page that says why.',
  },
} as const satisfies FieldTable;

export const LIMIT_NAMES = Object.keys(LIMITS) as (keyof typeof LIMITS)[];

const PASSWORD = { kind: 'secret', attributes: { maxlength: PASSWORD_CHARACTERS.max } } as const;

const NO_PASSWORD = {
  remove_password: { kind: 'check', label: 'Stop asking for the password' },
} as const satisfies FieldTable;

const FIRST_PASSWORD = {
  password: {
    ...PASSWORD,
    label: 'Password',
    hint: 'Everybody who scans has to enter it. Leave it empty for no password.',
  },
} as const satisfies FieldTable;

const OTHER_PASSWORD = {
  password: { ...PASSWORD, label: 'New password', hint: 'Leave it empty to keep the current password.' },
} as const satisfies FieldTable;

export interface CardProps extends SharedProps {
  readonly form: Form;
}

export function LimitsForm(props: CardProps) {
  return (
    <CardForm {...props} name="limits">
      <Fields of={LIMITS} />
    </CardForm>
  );
}

export function AccessForm({ hasPassword, ...props }: CardProps & { readonly hasPassword: boolean }) {
  return (
    <CardForm {...props} name="access">
      <Fields of={hasPassword ? OTHER_PASSWORD : FIRST_PASSWORD} />
      <p class="muted password-worth">
        {say(
          'Four digits can be guessed within {hours, number} hours, at {tries, number} tries a minute. Eight random letters and digits are safe.',
          { hours: HOURS_FOR_FOUR_DIGITS, tries: PASSWORD_TRIES_PER_MINUTE },
        )}
      </p>
      {hasPassword ? <Fields of={NO_PASSWORD} /> : null}
      <Fields of={FLAG_BOXES} />
    </CardForm>
  );
}

const HOURS_FOR_FOUR_DIGITS = Math.ceil(10 ** 4 / PASSWORD_TRIES_PER_MINUTE / 60);

interface CardFormProps extends CardProps {
  readonly name: string;
  /** What the fields would bring. The script renews it during typing: browser/forms/outcome.ts. */
  readonly outcome?: Child;
  readonly enctype?: 'multipart/form-data';
}

export function CardForm({
  path,
  opened,
  form,
  name,
  outcome,
  enctype,
  children,
}: PropsWithChildren<CardFormProps>) {
  const action = `${path}/control/${name}`;
  const asks = outcome === undefined ? {} : { 'data-outcome': `${action}/outcome` };
  return (
    <FilledForm
      form={form}
      action={`${action}#${name}`}
      class="columns grid"
      data-unsaved
      hidden={opened}
      enctype={enctype}
      {...asks}
    >
      {children}
      {outcome === undefined ? null : <div class="outcome">{outcome}</div>}
      <Button>{say('Save')}</Button>
    </FilledForm>
  );
}
