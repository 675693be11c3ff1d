import type { QrCode } from '#core/codes/qr-code.ts';
import { toHumanReadable } from '#core/gs1/digital-link.ts';
import type { Gs1Identity } from '#core/gs1/identity.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { say, sayRich } from '#languages/say.ts';
import { Target } from '../../page/target.tsx';
import { isSplit } from '../../../scans/charts/branches.tsx';
import { LINK_TYPE_OPTIONS } from '../links-section.tsx';
import { countryChoices, languageChoices } from '../choices.ts';
import { toFactFields } from '../facts.ts';
import { Button } from '../../../kit/buttons.tsx';
import { FilledForm, type Option } from '../../../kit/field.tsx';
import { Fields, type FieldTable } from '../../../frame/forms/field-table.tsx';
import type { Form } from '../../../frame/forms/form.ts';
import { Fold } from '../../../kit/fold.tsx';
import { Notice } from '../../../kit/notice.tsx';
import type { Trial } from './try-scan.ts';
import { describeLink, formatTime, STATUS_NAMES } from '../words.ts';

interface TesterProps {
  readonly code: QrCode;
  readonly path: string;
  readonly form: Form;
  readonly trial: Trial | null;
  readonly timeZone: TimeZone;
  readonly item: ItemView | null;
}

/** What machines get of a GS1 code. */
export interface ItemView {
  /** `https://id.example.com` */
  readonly root: string;
  readonly linkset: object;
}

const orUnknown = (choices: readonly Option[]) => [{ value: '', label: say('Not known') }, ...choices];

const { test_device, ...OTHER_FACTS } = toFactFields('test_', ({ name, options }) => ({
  kind: 'choice',
  label: name,
  options: () => orUnknown(options()),
}));

const FIELDS = {
  test_country: { kind: 'choice', label: 'Country', options: () => orUnknown(countryChoices()) },
  test_device,
  test_at: { kind: 'moment', label: 'Time', hint: 'Leave it empty for the current time.' },
  test_visitor: {
    label: 'Visitor, 0 to 99',
    hint: 'A number that stands for the visitor and decides the variant.',
    attributes: { type: 'number', min: 0, max: 99 },
  },
  test_password: { kind: 'check', label: 'Has entered the password' },
} as const satisfies FieldTable;

/** What few rules ask for; the last two decide which link of a GS1 code a phone gets. */
const MORE_FIELDS = {
  test_region: {
    kind: 'name',
    label: 'Region',
    hint: () => say('For example {examples}', { examples: 'DE-BY' }),
    attributes: { maxlength: 6 },
  },
  ...OTHER_FACTS,
  test_query: {
    label: 'URL parameters of the short link',
    hint: () => say('For example {examples}', { examples: 'table=5' }),
  },
  test_language: { kind: 'choice', label: 'Language', options: () => orUnknown(languageChoices()) },
  test_link_type: {
    kind: 'choice',
    label: 'Type of link',
    options: () => [{ value: '', label: say('None: the default link') }, ...LINK_TYPE_OPTIONS],
  },
} as const satisfies FieldTable;

const MORE_NAMES = Object.keys(MORE_FIELDS) as (keyof typeof MORE_FIELDS)[];

/** Tests where a scan would go, and shows the result. Nothing is counted. */
export function TesterSection({ code, path, form, trial, timeZone, item }: TesterProps) {
  const more = MORE_NAMES.slice(0, item ? -2 : -1);
  return (
    <Fold
      id="test"
      title={say('Try a scan')}
      summary={say('Describe a scan, and see where it would lead and why. Nothing is counted.')}
      isOpen={trial !== null || form.hasErrors || form.value('open') === 'test'}
    >
      {trial === null ? null : <Result trial={trial} timeZone={timeZone} />}
      <FilledForm form={form} action={`${path}/control#test`} method="get">
        <input type="hidden" name="test" value="on" />
        <input type="hidden" name="tz" value={timeZone} />
        {item ? <Fields of={MORE_FIELDS} names={[MORE_NAMES.slice(-2)]} /> : null}
        <Fields of={FIELDS} names={[['test_country', 'test_device'], 'test_at']} />
        {isSplit(code.control) ? <Fields of={FIELDS} names={['test_visitor']} /> : null}
        {code.control?.password ? <Fields of={FIELDS} names={['test_password']} /> : null}
        <details open={more.some((name) => form.value(name) !== '')}>
          <summary>{say('More')}</summary>
          <Fields of={MORE_FIELDS} names={[more]} />
        </details>
        <Button kind="second">{say('Try it')}</Button>
      </FilledForm>
      {item && code.gs1 ? <Machines {...item} name={code.shortCode ?? ''} gs1={code.gs1} /> : null}
    </Fold>
  );
}

interface MachinesProps extends ItemView {
  readonly name: string;
  readonly gs1: Gs1Identity;
}

/** What a till and a machine read, whoever asks. */
function Machines({ root, linkset, name, gs1 }: MachinesProps) {
  return (
    <dl class="pair">
      <dt>{say('A till reads')}</dt>
      <dd>{toHumanReadable(gs1).join(' ')}</dd>
      <dt>{say('A machine gets')}</dt>
      <dd>
        <Target target={`${root}/${name}?linkType=linkset`} />
        <details>
          <summary>{say('All links as JSON')}</summary>
          <pre>
            <code>{JSON.stringify(linkset, null, 2)}</code>
          </pre>
        </details>
      </dd>
    </dl>
  );
}

function Result({
  trial: { outcome, passedOver, found },
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
        <Ending outcome={outcome} timeZone={timeZone} found={found} />
      </p>
    </Notice>
  );
}

function Ending({
  outcome,
  timeZone,
  found,
}: Pick<Trial, 'outcome'> & { readonly found: Trial['found'] } & Pick<TesterProps, 'timeZone'>) {
  switch (outcome.kind) {
    case 'deleted':
      return <>{say('The code is deleted.')}</>;
    case 'locked':
      return <>{say('The visitor is asked for the password.')}</>;
    case 'blocked':
      return <Blocked outcome={outcome} timeZone={timeZone} />;
    case 'no_link':
      return <>{say('There is no link of this type: the visitor sees a page that says so.')}</>;
    case 'led':
      return found ? <LedByLinks {...found} target={outcome.target} /> : <Led outcome={outcome} />;
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

/** Several links suit alike if nothing tells them apart. */
function LedByLinks({ level, links, target }: NonNullable<Trial['found']> & { readonly target: string }) {
  return (
    <>
      {links.length === 1
        ? say('This link of {level} suits best:', { level })
        : say('These links of {level} suit alike, so the visitor chooses one:', { level })}
      {links.map((link) => (
        <>
          <br />
          <bdi>{describeLink(link)}</bdi> → <Target target={links.length === 1 ? target : link.href} />
        </>
      ))}
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
