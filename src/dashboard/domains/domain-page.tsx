import { DOMAIN_PHRASES, sayDomainProblem, sayTrouble } from '#contract/domains/domain-phrases.ts';
import type { Domain } from '#core/domains/domain.ts';
import { listTroubles } from '#core/domains/troubles.ts';
import { say, sayRich } from '#languages/say.ts';
import type { Form } from '../frame/forms/form.ts';
import { Ago, Day } from '../frame/utc-time.tsx';
import { ButtonRow, LinkButton, PostButton } from '../kit/buttons.tsx';
import { Confirm } from '../kit/confirm/confirm.tsx';
import { Notice } from '../kit/notice.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { Addresses } from './addresses.tsx';
import { toCodesPath, toDomainPath } from './paths.ts';
import { Records } from './records.tsx';
import { State } from './state.tsx';

interface DomainPageProps {
  readonly domain: Domain;
  readonly nowMs: number;
  /** The form of its addresses; null for people who are not owners. */
  readonly form: Form | null;
  /** How many short links lie on it. */
  readonly names: number;
}

export function DomainPage({ domain, nowMs, form, names }: DomainPageProps) {
  const { host, state, isDefault, problem, checkedAtMs } = domain;
  const path = toDomainPath(domain);
  return (
    <>
      <PageHead title={host} back={{ href: '/settings/domains', label: say('Domains') }} />
      <p class="cluster">
        <State state={state} />
        {isDefault ? <mark>{say('for new codes')}</mark> : null}
        {checkedAtMs === null ? null : (
          <span class="muted">
            {sayRich('checked {ago}', { ago: <Ago timeMs={checkedAtMs} nowMs={nowMs} /> })}
          </span>
        )}
      </p>
      {problem ? <Notice>{sayDomainProblem(DOMAIN_PHRASES, problem)}</Notice> : null}
      {listTroubles(domain, nowMs).map((trouble) =>
        trouble === 'broken' ? null : <Notice>{sayTrouble(domain, trouble)}</Notice>,
      )}
      <Dns domain={domain} path={path} isOwner={form !== null} />
      {domain.verifiedAtMs === null ? null : <Registered domain={domain} />}
      <Codes domain={domain} path={path} isOwner={form !== null} />
      <Addresses domain={domain} form={form} />
      {form ? <Deletion host={host} path={path} names={names} /> : null}
    </>
  );
}

interface PartProps {
  readonly domain: Domain;
  readonly path: string;
  readonly isOwner: boolean;
}

/** What the DNS of a host would need if the service were on the internet. */
const EXAMPLE = { type: 'CNAME', value: 'links.example.com', purpose: 'routing', found: false } as const;

function Dns({ domain, path, isOwner }: PartProps) {
  const isHere = domain.problem?.code === 'host_not_local';
  const records = isHere ? [{ ...EXAMPLE, name: domain.host }] : domain.records;
  const hasRecords = records.length > 0;
  return (
    <section>
      <h2>{say('DNS records')}</h2>
      {isHere ? (
        <p>
          {say(
            'On this machine no record leads anywhere. On the internet, it would be this one, with the host of your service as its value:',
          )}
        </p>
      ) : null}
      {hasRecords ? <Records records={records} /> : <p>{say('Nothing more.')}</p>}
      <ButtonRow>
        {isOwner ? (
          <PostButton kind="second" action={`${path}/check`}>
            {say('Check again')}
          </PostButton>
        ) : null}
        {hasRecords && !isHere ? (
          <LinkButton kind="second" href={toRecordsMail(domain)}>
            {say('Mail the records')}
          </LinkButton>
        ) : null}
      </ButtonRow>
      <p class="muted">
        {say(
          'We check every domain once a day. Set the records where its DNS is managed, often at the company that sold you the domain.',
        )}
      </p>
    </section>
  );
}

function Registered({ domain: { registration } }: Pick<PartProps, 'domain'>) {
  const expiresAtMs = registration?.expiresAtMs ?? null;
  return (
    <section>
      <h2>{say('Registration')}</h2>
      <p>
        {expiresAtMs === null
          ? say('We do not know when it ends: its registry does not say. Make a note of the day yourself.')
          : sayRich('It ends on {day}. We mail the owners of this account 90, 30 and 7 days before.', {
              day: <Day timeMs={expiresAtMs} />,
            })}
      </p>
    </section>
  );
}

function Codes({ domain: { host, state, isDefault }, path, isOwner }: PartProps) {
  return (
    <section>
      <h2>{say('Codes')}</h2>
      <p>
        {isDefault
          ? say(
              'New dynamic codes get this domain, unless another is chosen. Existing codes stay as they are.',
            )
          : say('New dynamic codes get this domain only if it is chosen. Existing codes stay as they are.')}
      </p>
      <ButtonRow>
        {isOwner && (isDefault || state === 'active') ? (
          <PostButton kind="second" action={`${path}/default`} fields={{ default: isDefault ? '' : 'on' }}>
            {isDefault ? say('Stop using it for new codes') : say('Use it for new codes')}
          </PostButton>
        ) : null}
        <a href={toCodesPath(host)}>{say('Codes with this domain')}</a>
      </ButtonRow>
    </section>
  );
}

function Deletion({ host, path, names }: { host: string; path: string; names: number }) {
  return (
    <Confirm action={`${path}/delete`} label={say('Delete the domain…')} button={say('Delete domain')}>
      <p>{say('You can delete it once no code has it. Codes that you have deleted do not count.')}</p>
      <p>
        {say(
          'Within 30 seconds, {host} leads nowhere any more. You can add it again, but so can another account that controls its DNS.',
          { host },
        )}
      </p>
      {names === 0 ? null : (
        <p>
          <strong>
            {say(
              '{names, plural, one {# short link uses it, and may be printed.} other {# short links use it, and may be printed.}}',
              { names },
            )}
          </strong>
        </p>
      )}
    </Confirm>
  );
}

/** The address of a mail with the records of a domain, to anyone who runs its DNS (RFC 6068: lines end in CR LF, spaces are `%20`). */
function toRecordsMail({ host, records }: Pick<Domain, 'host' | 'records'>): string {
  const lines = [
    say('Please add these records to the DNS of {host}:', { host }),
    ...records.flatMap(({ type, name, value }) => [
      '',
      say('Type: {type}', { type }),
      say('Name: {name}', { name }),
      say('Value: {value}', { value }),
    ]),
  ];
  const subject = encodeURIComponent(say('DNS records for {host}', { host }));
  return `mailto:?subject=${subject}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}
