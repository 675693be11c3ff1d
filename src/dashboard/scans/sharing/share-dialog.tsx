import { type PlainMessage, say, sayRich } from '#languages/say.ts';
import { LONGEST_SHARE_PASSWORD, SHARE_DAYS, SHORTEST_SHARE_PASSWORD } from '#core/shares/share.ts';
import type { ListedShare } from '#storage/shares/shares.ts';
import { Menu } from '../../kit/choices/menu.tsx';
import { Confirm } from '../../kit/confirm/confirm.tsx';
import { Secret } from '../../kit/secret.tsx';
import { Field, FilledForm, Select } from '../../kit/field.tsx';
import { Form } from '../../frame/forms/form.ts';
import { Day } from '../../frame/utc-time.tsx';
import { formatDate } from '../words.ts';
import { DAY_MS, toUtcDay } from '#core/utc-day.ts';
import type { Question } from '../question.ts';
import { describeView, formatView, readView } from '../view.ts';
import { ViewParts } from './view-parts.tsx';
import { nameSubject, toSharedPath } from './words.ts';
import { Button, LinkButton } from '../../kit/buttons.tsx';
import { Notice } from '../../kit/notice.tsx';
import { NarrowPage } from '../../kit/page-head.tsx';
import { Row, Rows } from '../../kit/rows.tsx';

const DAY_NAMES: Readonly<Record<(typeof SHARE_DAYS)[number], PlainMessage>> = {
  7: '7 days',
  30: '30 days',
  90: '90 days',
  365: 'a year',
};

interface ShareFormProps {
  readonly form: Form;
  readonly id: string;
  /** What a link is about: `account`, `tag:…` or `code:…`. */
  readonly what: string;
  /** What the page shows; null if that makes no sense any more. */
  readonly view: Question | null;
}

interface ShareDialogProps extends Omit<ShareFormProps, 'form' | 'view'> {
  /** The working links. */
  readonly shares: readonly ListedShare[];
  readonly view: Question;
}

/** Shares the statistics that a page shows, and lists the links that work. */
export function ShareDialog({ shares, view, ...form }: ShareDialogProps) {
  const usual = new Form([
    ['view', formatView(view)],
    ['days', '30'],
  ]);
  return (
    <Menu label={say('Share')} icon="link" words={say('report, link, client, publish, send, public')}>
      <section id="share" class="share">
        <ShareForm form={usual} view={view} {...form} />
        {shares.length === 0 ? null : (
          <>
            <h2>{say('Active links')}</h2>
            <Rows>
              {shares.map((share) => (
                <ShareRow share={share} />
              ))}
            </Rows>
          </>
        )}
      </section>
    </Menu>
  );
}

/** The form that was refused, on a page of its own. */
export function ShareFormPage(props: ShareFormProps) {
  return (
    <NarrowPage title={say('Share')} back={{ href: toSharedPath(props.what), label: say('Analytics') }}>
      <ShareForm {...props} />
    </NarrowPage>
  );
}

function ShareForm({ form, id, what, view }: ShareFormProps) {
  return (
    <FilledForm
      form={form}
      action="/shares"
      data-unsaved
      hidden={{ id, what, range: view?.range ?? form.value('range') }}
    >
      <p>
        {say(
          'Give people a link to scan statistics. They need no account, can see nothing else and cannot change anything. Search engines are told to stay away.',
        )}
      </p>
      <Select
        name="view"
        label={say('The link shows')}
        options={[
          ...(view ? [{ value: formatView(view), label: say('Exactly what this page shows') }] : []),
          { value: '', label: say('All these scans: people choose the days') },
        ]}
      />
      {view ? <ViewParts view={view} /> : null}
      <Select
        name="days"
        label={say('The link works for')}
        options={SHARE_DAYS.map((days) => ({ value: String(days), label: say(DAY_NAMES[days]) }))}
      />
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
      <Confirm action={`/shares/${share.id}/end`} label={say('End…')} of={name} button={say('End link')}>
        <p>{say('Nobody will be able to open the link any more. You cannot undo this.')}</p>
      </Confirm>
    </Row>
  );
}

/** What a link shows if that is one view. */
function SharedParts({ share: { view: text, subject } }: { readonly share: ListedShare }) {
  const view = text === null ? null : readView(text, subject.kind);
  return view && <div dir="auto">{describeView(view).join(' · ')}</div>;
}

interface CreatedSharePageProps {
  readonly what: string;
  readonly link: string;
  readonly days: (typeof SHARE_DAYS)[number];
  readonly nowMs: number;
  readonly hasPassword: boolean;
}

export function CreatedSharePage({ what, link, days, nowMs, hasPassword }: CreatedSharePageProps) {
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
        <LinkButton href={toSharedPath(what)}>{say('Done')}</LinkButton>{' '}
        <a href={link}>{say('Open the link')}</a>
      </p>
    </NarrowPage>
  );
}
