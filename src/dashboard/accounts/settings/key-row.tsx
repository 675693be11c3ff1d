import type { KeyScope } from '#core/accounts/account.ts';
import { startOfUtcDay } from '#core/utc-day.ts';
import type { ListedApiKey } from '#storage/accounts/api-keys.ts';
import { Row } from '../../kit/rows.tsx';
import { Day } from '../../frame/utc-time.tsx';

const SCOPE_NAMES: Record<KeyScope, string> = { full: 'Full access', read: 'Read-only' };

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
        <a href={`/settings/keys/${key.id}/revoke`} aria-label={`Revoke ${key.name}`}>
          Revoke
        </a>
      ) : null}
    </Row>
  );
}

function KeyFacts({ apiKey: key, nowMs }: { readonly apiKey: ListedApiKey; readonly nowMs: number }) {
  return (
    <>
      {SCOPE_NAMES[key.scope]} · created <Day timeMs={key.createdAtMs} />
      {key.makerName === null ? '' : ` by ${key.makerName}`} · <Expiry apiKey={key} nowMs={nowMs} />
      {key.lastUsedDay === null ? (
        'never used'
      ) : (
        <>
          last used <Day timeMs={startOfUtcDay(key.lastUsedDay)} />
        </>
      )}
      {key.revokedAtMs === null ? null : (
        <>
          {' '}
          · revoked <Day timeMs={key.revokedAtMs} />
        </>
      )}
    </>
  );
}

function Expiry({ apiKey, nowMs }: { readonly apiKey: ListedApiKey; readonly nowMs: number }) {
  if (apiKey.expiresAtMs === null) return null;
  return (
    <>
      {apiKey.expiresAtMs > nowMs ? 'expires' : 'expired'} <Day timeMs={apiKey.expiresAtMs} /> ·{' '}
    </>
  );
}
