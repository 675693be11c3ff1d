import { type PlainMessage, say, sayRich } from '#languages/say.ts';
import { LONGEST_SHARE_PASSWORD, SHARE_DAYS, SHORTEST_SHARE_PASSWORD } from '#core/shares/share.ts';
import type { ListedShare } from '#storage/shares/shares.ts';
import { ConfirmPage } from '../kit/confirm-page.tsx';
import { Secret } from '../kit/secret.tsx';
import { Field, FilledForm, Select } from '../kit/field.tsx';
import type { Form } from '../frame/forms/form.ts';
import { Day } from '../frame/utc-time.tsx';
import { formatDate } from '../scans/words.ts';
import { DAY_MS, toUtcDay } from '#core/utc-day.ts';
import { REPORT_PERIOD_NAMES, REPORT_PERIODS } from './report-period.ts';
import type { Question } from '../scans/question.ts';
import { describeView, formatView, readView } from '../scans/view.ts';
import { ViewParts } from './view-page.tsx';
import { nameSubject } from './words.ts';
import { Button, HiddenFields, LinkButton } from '../kit/buttons.tsx';
import { Notice } from '../kit/notice.tsx';
import { NarrowPage, PageHead } from '../kit/page-head.tsx';
import { Row, Rows } from '../kit/rows.tsx';

const DAY_NAMES: Readonly<Record<(typeof SHARE_DAYS)[number], PlainMessage>> = {
  7: '7 days',
  30: '30 days',
  90: '90 days',
  365: 'a year',
};

interface SharesPageProps {
  readonly shares: readonly ListedShare[];
  readonly form: Form;
  readonly id: string;
  /** The code of the form; null if the form is about more than one. */
  readonly code: { readonly id: string; readonly title: string | null } | null;
  readonly tags: readonly string[];
  /** The view of analytics that the form shares; null if the readers of the link choose the days. */
  readonly view: Question | null;
}

/** The working links, and a form for another one. */
export function SharesPage({ shares, form, id, code, tags, view }: SharesPageProps) {
  return (
    <>
      <PageHead title={say('Shared statistics')} />
      <p>
        {say(
          'Give people a link to scan statistics. They need no account, can see nothing else and cannot change anything. Search engines are told to stay away.',
        )}
      </p>
      <ShareForm {...{ form, id, code, tags, view }} />
      <section>
        <h2>{say('Active links')}</h2>
        {shares.length === 0 ? (
          <p>{say('There are no links yet.')}</p>
        ) : (
          <Rows>
            {shares.map((share) => (
              <ShareRow share={share} />
            ))}
          </Rows>
        )}
      </section>
    </>
  );
}

function ShareForm({ form, id, code, tags, view }: Omit<SharesPageProps, 'shares'>) {
  const options = [
    ...(code
      ? [{ value: `code:${code.id}`, label: say('The code {code}', { code: code.title ?? code.id }) }]
      : []),
    { value: 'account', label: say('All codes') },
    ...tags.map((tag) => ({ value: `tag:${tag}`, label: say('Codes with the tag {tag}', { tag }) })),
  ];
  return (
    <section class="narrow-form">
      <h2>{say('Create a link')}</h2>
      <FilledForm
        form={form}
        action="/shares"
        data-unsaved
        hidden={view ? { id, view: formatView(view) } : { id }}
      >
        {view ? (
          <SharedView view={view} what={form.value('what')} options={options} />
        ) : (
          <Select name="what" label={say('Statistics for')} options={options} />
        )}
        <Select
          name="days"
          label={say('The link works for')}
          options={SHARE_DAYS.map((days) => ({ value: String(days), label: say(DAY_NAMES[days]) }))}
        />
        {view ? null : (
          <Select
            name="range"
            label={say('It opens on')}
            hint={say('Anyone with the link can look at other days too.')}
            options={REPORT_PERIOD_NAMES.map((name) => ({ value: name, label: say(REPORT_PERIODS[name]) }))}
          />
        )}
        <Field
          name="password"
          label={say('{label} (optional)', { label: say('Password') })}
          hint={say('At least {least, number} characters. Send it separately from the link.', {
            least: SHORTEST_SHARE_PASSWORD,
          })}
          attributes={{ type: 'password', autocomplete: 'new-password', maxlength: LONGEST_SHARE_PASSWORD }}
        />
        <Button>{say('Create link')}</Button>
      </FilledForm>
    </section>
  );
}

interface SharedViewProps {
  readonly view: Question;
  readonly what: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** What the link will show, which was chosen in the analytics. */
function SharedView({ view, what, options }: SharedViewProps) {
  return (
    <>
      <HiddenFields fields={{ what }} />
      <p>
        <strong dir="auto">{options.find(({ value }) => value === what)?.label ?? what}</strong>
      </p>
      <ViewParts view={view} />
      <p class="muted">
        {say('The link shows exactly this. People who open it cannot choose other days or remove a filter.')}
      </p>
    </>
  );
}

function ShareRow({ share }: { readonly share: ListedShare }) {
  const name = nameSubject(share.subject, share.name);
  const created = <Day timeMs={share.createdAtMs} />;
  return (
    <Row
      title={<bdi>{name}</bdi>}
      about={
        <>
          {share.makerName === null
            ? sayRich('created {day}', { day: created })
            : sayRich('created {day} by {person}', { day: created, person: share.makerName })}
          {' · '}
          {sayRich('works until {day}', { day: <Day timeMs={share.expiresAtMs} /> })}
          {share.hasPassword ? <> · {say('asks for a password')}</> : null}
          <SharedParts share={share} />
        </>
      }
    >
      <a href={`/shares/${share.id}/end`} aria-label={say('End the link to {name}', { name })}>
        {say('End')}
      </a>
    </Row>
  );
}

/** What a link shows if that is one view. */
function SharedParts({ share: { view: text, subject } }: { readonly share: ListedShare }) {
  const view = text === null ? null : readView(text, subject.kind);
  return view && <div dir="auto">{describeView(view).join(' · ')}</div>;
}

interface CreatedSharePageProps {
  readonly link: string;
  readonly days: (typeof SHARE_DAYS)[number];
  readonly nowMs: number;
  readonly hasPassword: boolean;
}

export function CreatedSharePage({ link, days, nowMs, hasPassword }: CreatedSharePageProps) {
  return (
    <NarrowPage title={say('Your link')}>
      <Notice kind="done">
        {say('Copy the link now. We store only a hash of it, so we cannot show it again.')}
      </Notice>
      <Secret
        id="share-link"
        label={say('The link, which works until {day}', { day: formatDate(toUtcDay(nowMs + days * DAY_MS)) })}
        value={link}
      />
      {hasPassword ? <p>{say('Anyone who opens it is asked for the password.')}</p> : null}
      <p>
        <LinkButton href="/shares">{say('Done')}</LinkButton> <a href={link}>{say('Open the link')}</a>
      </p>
    </NarrowPage>
  );
}

export function SharedBeforePage() {
  return (
    <NarrowPage title={say('This link has already been created')}>
      <Notice kind="done">
        {say(
          'You sent the form twice, and it created one link. We showed it the first time, and cannot show it again.',
        )}{' '}
        {sayRich('If you do not have it, <shares>end it and create a new one</shares>.', {
          shares: (text) => <a href="/shares">{text}</a>,
        })}
      </Notice>
    </NarrowPage>
  );
}

export function EndSharePage({ share }: { readonly share: ListedShare }) {
  return (
    <ConfirmPage
      title={say('End this link?')}
      action={`/shares/${share.id}/end`}
      back="/shares"
      button={say('End link')}
    >
      <p>
        {sayRich(
          'Nobody will be able to open the link any more. It shows the statistics of: <b>{name}</b>. You cannot undo this.',
          { name: nameSubject(share.subject, share.name), b: (text) => <strong>{text}</strong> },
        )}
      </p>
    </ConfirmPage>
  );
}
