import type { ApiKey } from '../../core/api-key.ts';
import type { KeyScope } from '../../core/account.ts';
import { startOfUtcDay } from '../../core/utc-day.ts';
import type { ListedApiKey } from '../../storage/api-keys.ts';
import { ConfirmPage } from '../components/confirm-page.tsx';
import { Field, FormProblem, Select } from '../components/field.tsx';
import { Secret } from '../components/secret.tsx';
import { Settings } from '../components/settings-tabs.tsx';
import { Day } from '../components/utc-time.tsx';
import type { Form } from '../form.ts';

const SCOPE_NAMES: Record<KeyScope, string> = { full: 'Full access', read: 'Read-only' };

interface ApiKeysPageProps {
  readonly keys: readonly ListedApiKey[];
  readonly nowMs: number;
  readonly isRevoked: boolean;
  /** How a new key is made; null for members, who cannot. */
  readonly creation: { readonly form: Form; readonly id: string } | null;
}

export function ApiKeysPage({ keys, nowMs, isRevoked, creation }: ApiKeysPageProps) {
  return (
    <Settings tab="API keys">
      {isRevoked ? (
        <p class="notice" role="status">
          The key was revoked. It stops working within 60 seconds.
        </p>
      ) : null}
      <section>
        <h2>Your keys</h2>
        {keys.length === 0 ? (
          <p>No program can reach your codes yet. {creation ? 'Create the first key below.' : null}</p>
        ) : (
          <ul class="rows">
            {keys.map((key) => (
              <KeyRow apiKey={key} nowMs={nowMs} mayRevoke={creation !== null} />
            ))}
          </ul>
        )}
      </section>
      {creation ? (
        <CreateKey {...creation} />
      ) : (
        <p class="muted">
          Only owners of the account create and revoke keys. Ask one of them if you need one.
        </p>
      )}
    </Settings>
  );
}

function KeyRow({
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
        <p class="muted">
          {SCOPE_NAMES[key.scope]} · created <Day timeMs={key.createdAtMs} /> ·{' '}
          <Expiry apiKey={key} nowMs={nowMs} />
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
      </div>
      {mayRevoke && !isRevoked ? (
        <a href={`/settings/keys/${key.id}/revoke`} aria-label={`Revoke ${key.name}`}>
          Revoke
        </a>
      ) : null}
    </li>
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

function CreateKey({ form, id }: { readonly form: Form; readonly id: string }) {
  return (
    <section class="narrow-form">
      <h2>Create a key</h2>
      <FormProblem form={form} />
      <form method="post" action="/settings/keys">
        <input type="hidden" name="id" value={id} />
        <Field
          form={form}
          name="name"
          label="Name"
          hint="What uses it: Shop, Newsletter…"
          attributes={{ required: true, autocomplete: 'off' }}
        />
        <Select
          form={form}
          name="scope"
          label="Access"
          options={[
            { value: 'full', label: 'Full access: create, change and delete codes' },
            { value: 'read', label: 'Read-only: codes and statistics' },
          ]}
        />
        <Field
          form={form}
          name="expires"
          label="Expires (optional)"
          hint="It stops working when this day begins, UTC."
          attributes={{ type: 'date' }}
        />
        <button type="submit">Create key</button>
      </form>
    </section>
  );
}

interface CreatedKeyPageProps {
  readonly name: string;
  readonly scope: KeyScope;
  readonly apiKey: ApiKey;
  /** Where the API is. */
  readonly origin: string;
}

export function CreatedKeyPage({ name, scope, apiKey, origin }: CreatedKeyPageProps) {
  const call = `curl -s ${origin}/v1/qr -H "Authorization: Bearer ${apiKey}"`;
  const body = ` -H "Content-Type: application/json" -d '{"target": "https://example.com/", "dynamic": true}'`;
  return (
    <Settings tab="API keys">
      <section>
        <h2>Your new key</h2>
        <p class="notice" role="status">
          This is the only time that <strong>{name}</strong> is shown: we keep no copy that could be read. Put
          it where its program finds it, and nowhere else.
        </p>
        <Secret id="new-key" label="The key" value={apiKey} />
        <Secret
          id="first-call"
          label={scope === 'full' ? 'Try it: this creates a code' : 'Try it: this lists your codes'}
          value={scope === 'full' ? call + body : call}
        />
        <p>
          <a href="/settings/keys" role="button">
            Done
          </a>
        </p>
      </section>
    </Settings>
  );
}

export function CreatedBeforePage() {
  return (
    <Settings tab="API keys">
      <section>
        <h2>This key was created already</h2>
        <p class="notice" role="status">
          The form came twice, and made one key. It was shown on the page that answered the first time, and
          cannot be shown again.
        </p>
        <p>
          If you did not see it, <a href="/settings/keys">revoke it and create another one</a>.
        </p>
      </section>
    </Settings>
  );
}

export function RevokeKeyPage({ apiKey }: { readonly apiKey: ListedApiKey }) {
  return (
    <ConfirmPage
      title={`Revoke ${apiKey.name}?`}
      action={`/settings/keys/${apiKey.id}/revoke`}
      back="/settings/keys"
      button="Revoke the key"
    >
      <p>
        Within 60 seconds, every program that uses{' '}
        <code>
          {apiKey.firstCharacters}…{apiKey.lastCharacters}
        </code>{' '}
        is refused. This cannot be undone. Codes that it made stay as they are.
      </p>
    </ConfirmPage>
  );
}
