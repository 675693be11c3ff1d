import { BROWSER_NAMES, OPERATING_SYSTEM_NAMES } from '#core/scans/user-agent.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { Target } from '../codes/page/target.tsx';
import { CheckBox, Field, FilledForm, Select } from '../kit/field.tsx';
import type { Form } from '../frame/forms/form.ts';
import { Notice } from '../kit/notice.tsx';
import type { Trial } from './tester.ts';
import { formatTime, STATUS_NAMES } from './words.ts';

interface TesterProps {
  readonly path: string;
  readonly form: Form;
  readonly trial: Trial | null;
  readonly timeZone: TimeZone;
}

const named = (all: string, names: readonly string[]) => [
  { value: '', label: all },
  ...names.map((name) => ({ value: name, label: name })),
];

const DEVICES = [
  { value: '', label: 'Not known' },
  { value: 'mobile', label: 'Phone' },
  { value: 'tablet', label: 'Tablet' },
  { value: 'desktop', label: 'Computer' },
];

/** Tests where a scan would go, and shows the result. Nothing is counted. */
export function TesterSection({ path, form, trial, timeZone }: TesterProps) {
  return (
    <section id="test" aria-labelledby="test-heading">
      <h2 id="test-heading">Try a scan</h2>
      <p>Describe a scan, and see where it would lead and why. Nothing is counted.</p>
      {trial === null ? null : <Result trial={trial} timeZone={timeZone} />}
      <FilledForm form={form} action={`${path}/control#test`} class="columns" method="get">
        <input type="hidden" name="test" value="on" />
        <input type="hidden" name="tz" value={timeZone} />
        <Field
          name="test_country"
          label="Country or region"
          hint="For example DE, or DE-BY"
          attributes={{ maxlength: 6, autocomplete: 'off' }}
        />
        <Select name="test_device" label="Device" options={DEVICES} />
        <Select name="test_os" label="System" options={named('Not known', OPERATING_SYSTEM_NAMES)} />
        <Select name="test_browser" label="Browser" options={named('Not known', BROWSER_NAMES)} />
        <Field name="test_language" label="Language" hint="For example de, or pt-BR" />
        <Field name="test_query" label="Query of the short link" hint="For example table=5" />
        <Field
          name="test_at"
          label={`Time (${timeZone})`}
          hint="Leave it empty for the current time."
          attributes={{ type: 'datetime-local' }}
        />
        <Field
          name="test_visitor"
          label="Visitor, 0 to 99"
          hint="Which of a hundred visitors this is. It decides the variant."
          attributes={{ type: 'number', min: 0, max: 99 }}
        />
        <CheckBox name="test_password" label="Has entered the password" />
        <button type="submit" class="secondary">
          Try it
        </button>
      </FilledForm>
    </section>
  );
}

function Result({
  trial: { outcome, passedOver },
  timeZone,
}: {
  readonly trial: Trial;
  readonly timeZone: TimeZone;
}) {
  return (
    <Notice kind="done">
      {passedOver.map(({ rule, why }) => (
        <p class="muted">
          <bdi>{rule}</bdi> does not apply: {why}.
        </p>
      ))}
      <p>
        <Ending outcome={outcome} timeZone={timeZone} />
      </p>
    </Notice>
  );
}

function Ending({ outcome, timeZone }: Pick<Trial, 'outcome'> & { readonly timeZone: TimeZone }) {
  switch (outcome.kind) {
    case 'deleted':
      return <>The code is deleted.</>;
    case 'locked':
      return <>The visitor is asked for the password.</>;
    case 'blocked':
      return outcome.fallbackUrl === null ? (
        <>
          {STATUS_NAMES[outcome.status]}: the visitor sees a page that says so
          {outcome.opensAtMs === null ? '' : `, and that it opens ${formatTime(outcome.opensAtMs, timeZone)}`}
          .
        </>
      ) : (
        <>
          {STATUS_NAMES[outcome.status]}: the scan leads to the fallback{' '}
          <Target target={outcome.fallbackUrl} />
        </>
      );
    case 'led':
      return (
        <>
          {outcome.rule !== null ? (
            <>
              <bdi>{outcome.rule}</bdi> matches:{' '}
            </>
          ) : outcome.variant !== null ? (
            <>
              The visitor belongs to variant <bdi>{outcome.variant}</bdi>:{' '}
            </>
          ) : (
            'No rule matches: '
          )}
          the scan leads to <Target target={outcome.target} />
        </>
      );
  }
}
