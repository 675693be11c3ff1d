import type { KeyScope } from '#core/accounts/account.ts';
import { startOfUtcDay } from '#core/utc-day.ts';
import type { ListedApiKey } from '#storage/accounts/api-keys.ts';
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
    <li class={isRevoked ? 'ended' : undefined}>
      <div>
        <strong>{key.name}</strong>{' '}
        <code>
          {key.firstCharacters}…{key.lastCharacters}
        </code>
        <KeyFacts apiKey={key} nowMs={nowMs} />
      </div>
      {mayRevoke && !isRevoked ? (
        <a href={`/settings/keys/${key.id}/revoke`} aria-label={`Revoke ${key.name}`}>
          Revoke
        </a>
      ) : null}
    </li>
  );
}

function KeyFacts({ apiKey: key, nowMs }: { readonly apiKey: ListedApiKey; readonly nowMs: number }) {
  return (
    <p class="muted">
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
    </p>
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
