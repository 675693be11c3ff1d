import { type PlainMessage, say, sayRich } from '#languages/say.ts';
import type { KeyScope } from '#core/accounts/account.ts';
import { startOfUtcDay } from '#core/utc-day.ts';
import type { ListedApiKey } from '#storage/accounts/api-keys.ts';
import { Confirm } from '../../kit/confirm/confirm.tsx';
import { Row } from '../../kit/rows.tsx';
import { Day } from '../../frame/utc-time.tsx';

export const SCOPE_NAMES: Record<KeyScope, PlainMessage> = { full: 'Full access', read: 'Read-only' };

/** The same where somebody chooses. */
export const SCOPE_CHOICES: Record<KeyScope, PlainMessage> = {
  full: 'Full access: create, change and delete codes',
  read: 'Read-only: codes and statistics',
};

/** A key in the list of an account's keys. */
export function KeyRow({
  apiKey: key,
  nowMs,
  mayRevoke,
}: {
  readonly apiKey: ListedApiKey;
  readonly nowMs: number;
  readonly mayRevoke: boolean;
}) {
  const isRevoked = key.revokedAtMs !== null;
  return (
    <Row
      title={key.name}
      beside={
        <code>
          {key.firstCharacters}…{key.lastCharacters}
        </code>
      }
      about={<KeyFacts apiKey={key} nowMs={nowMs} />}
      state={isRevoked ? 'ended' : undefined}
    >
      {mayRevoke && !isRevoked ? (
        <Confirm
          action={`/settings/keys/${key.id}/revoke`}
          label={say('Revoke…')}
          of={key.name}
          button={say('Revoke key')}
        >
          <p>
            {say(
              'Programs that use it lose access within 60 seconds. You cannot undo this. Codes that they created stay as they are.',
            )}
          </p>
        </Confirm>
      ) : null}
    </Row>
  );
}

function KeyFacts({ apiKey: key, nowMs }: { readonly apiKey: ListedApiKey; readonly nowMs: number }) {
  const day = <Day timeMs={key.createdAtMs} />;
  return (
    <>
      {say(SCOPE_NAMES[key.scope])} ·{' '}
      {key.makerName === null
        ? sayRich('created {day}', { day })
        : sayRich('created {day} by {person}', { day, person: key.makerName })}{' '}
      · <Expiry apiKey={key} nowMs={nowMs} />
      <LastUse apiKey={key} />
      {key.revokedAtMs === null ? null : (
        <> · {sayRich('revoked {day}', { day: <Day timeMs={key.revokedAtMs} /> })}</>
      )}
    </>
  );
}

/** The day of a key's last request. */
export function LastUse({ apiKey: { lastUsedDay } }: { readonly apiKey: ListedApiKey }) {
  return (
    <>
      {lastUsedDay === null
        ? say('never used')
        : sayRich('last used {day}', { day: <Day timeMs={startOfUtcDay(lastUsedDay)} /> })}
    </>
  );
}

function Expiry({ apiKey, nowMs }: { readonly apiKey: ListedApiKey; readonly nowMs: number }) {
  if (apiKey.expiresAtMs === null) return null;
  const day = <Day timeMs={apiKey.expiresAtMs} />;
  return (
    <>
      {apiKey.expiresAtMs > nowMs ? sayRich('expires {day}', { day }) : sayRich('expired {day}', { day })}{' '}
      ·{' '}
    </>
  );
}
