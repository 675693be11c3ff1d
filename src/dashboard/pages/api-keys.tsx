import type { ListedApiKey } from '../../storage/api-keys.ts';
import { ConfirmPage } from '../components/confirm-page.tsx';
import { Field, FormProblem, Select } from '../components/field.tsx';
import { KeyRow } from '../components/key-row.tsx';
import { Settings } from '../components/settings-tabs.tsx';
import type { Form } from '../form.ts';

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
