import type { QrCode } from '#core/codes/qr-code.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { type PlainMessage, say, sayRich } from '#languages/say.ts';
import { Target } from '../codes/page/target.tsx';
import type { Choice } from '../kit/choices/picker.tsx';
import { isSplit } from '../scans/charts/branches.tsx';
import { BROWSER_CHOICES, countryChoices, languageChoices, SYSTEM_CHOICES } from './choices.ts';
import { Button } from '../kit/buttons.tsx';
import { CheckBox, Field, FilledForm, Select } from '../kit/field.tsx';
import type { Form } from '../frame/forms/form.ts';
import { Notice } from '../kit/notice.tsx';
import type { Trial } from './tester.ts';
import { formatTime, STATUS_NAMES } from './words.ts';

interface TesterProps {
  readonly code: QrCode;
  readonly path: string;
  readonly form: Form;
  readonly trial: Trial | null;
  readonly timeZone: TimeZone;
}

const orUnknown = (choices: readonly Choice[]) => [{ value: '', label: say('Not known') }, ...choices];

const DEVICES = [
  ['', 'Not known'],
  ['mobile', 'Mobile phone'],
  ['tablet', 'Tablet'],
  ['desktop', 'Computer'],
] as const satisfies readonly (readonly [string, PlainMessage])[];

/** Tests where a scan would go, and shows the result. Nothing is counted. */
export function TesterSection({ code, path, form, trial, timeZone }: TesterProps) {
  return (
    <section id="test" class="tester" aria-labelledby="test-heading">
      <h2 id="test-heading">{say('Try a scan')}</h2>
      {trial === null ? (
        <p>{say('Describe a scan, and see where it would lead and why. Nothing is counted.')}</p>
      ) : (
        <Result trial={trial} timeZone={timeZone} />
      )}
      <FilledForm form={form} action={`${path}/control#test`} method="get">
        <input type="hidden" name="test" value="on" />
        <input type="hidden" name="tz" value={timeZone} />
        <div class="pair">
          <Select name="test_country" label={say('Country')} options={orUnknown(countryChoices())} />
          <Select
            name="test_device"
            label={say('Device')}
            options={DEVICES.map(([value, label]) => ({ value, label: say(label) }))}
          />
        </div>
        <Field
          name="test_at"
          label={say('Time')}
          hint={say('Leave it empty for the current time.')}
          attributes={{ type: 'datetime-local' }}
        />
        {isSplit(code.control) ? (
          <Field
            name="test_visitor"
            label={say('Visitor, 0 to 99')}
            hint={say('Which of a hundred visitors this is. It decides the variant.')}
            attributes={{ type: 'number', min: 0, max: 99 }}
          />
        ) : null}
        {code.control?.password ? (
          <CheckBox name="test_password" label={say('Has entered the password')} />
        ) : null}
        <MoreConditions form={form} />
        <Button kind="outline">{say('Try it')}</Button>
      </FilledForm>
    </section>
  );
}

const MORE = ['test_region', 'test_os', 'test_browser', 'test_language', 'test_query'];

/** What few rules ask for. */
function MoreConditions({ form }: { readonly form: Form }) {
  return (
    <details open={MORE.some((name) => form.value(name) !== '')}>
      <summary>{say('Region, system, browser, language, URL parameters')}</summary>
      <div class="pair">
        <Field
          name="test_region"
          label={say('Region')}
          hint={say('For example {examples}', { examples: 'DE-BY' })}
          attributes={{ maxlength: 6, autocomplete: 'off' }}
        />
        <Select name="test_os" label={say('System')} options={orUnknown(SYSTEM_CHOICES)} />
        <Select name="test_browser" label={say('Browser')} options={orUnknown(BROWSER_CHOICES)} />
        <Select name="test_language" label={say('Language')} options={orUnknown(languageChoices())} />
        <Field
          name="test_query"
          label={say('URL parameters of the short link')}
          hint={say('For example {examples}', { examples: 'table=5' })}
        />
      </div>
    </details>
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
        <p class="muted">{sayRich('{rule} does not apply: {why}.', { rule: <bdi>{rule}</bdi>, why })}</p>
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
      return <>{say('The code is deleted.')}</>;
    case 'locked':
      return <>{say('The visitor is asked for the password.')}</>;
    case 'blocked':
      return <Blocked outcome={outcome} timeZone={timeZone} />;
    case 'led':
      return <Led outcome={outcome} />;
  }
}

type OutcomeOf<Kind> = Extract<Trial['outcome'], { readonly kind: Kind }>;

function Blocked({
  outcome: { status, fallbackUrl, opensAtMs },
  timeZone,
}: {
  readonly outcome: OutcomeOf<'blocked'>;
  readonly timeZone: TimeZone;
}) {
  const state = say(STATUS_NAMES[status]);
  if (fallbackUrl !== null) {
    const target = <Target target={fallbackUrl} />;
    return <>{sayRich('{state}: the scan leads to the fallback {target}', { state, target })}</>;
  }
  return (
    <>
      {opensAtMs === null
        ? say('{state}: the visitor sees a page that says so.', { state })
        : say('{state}: the visitor sees a page that says so, and that it opens {time}.', {
            state,
            time: formatTime(opensAtMs, timeZone),
          })}
    </>
  );
}

function Led({ outcome }: { readonly outcome: OutcomeOf<'led'> }) {
  const target = <Target target={outcome.target} />;
  if (outcome.rule !== null) {
    const rule = <bdi>{outcome.rule}</bdi>;
    return <>{sayRich('{rule} matches: the scan leads to {target}', { rule, target })}</>;
  }
  if (outcome.variant !== null) {
    const variant = <bdi>{outcome.variant}</bdi>;
    return (
      <>
        {sayRich('The visitor belongs to variant {variant}: the scan leads to {target}', { variant, target })}
      </>
    );
  }
  return <>{sayRich('No rule matches: the scan leads to {target}', { target })}</>;
}
