import type { ListedApiKey } from '#storage/accounts/api-keys.ts';
import { Button } from '../../kit/buttons.tsx';
import { ConfirmPage } from '../../kit/confirm-page.tsx';
import { Field, FilledForm, Select } from '../../kit/field.tsx';
import { Rows } from '../../kit/rows.tsx';
import { KeyRow } from './key-row.tsx';
import { Settings } from './settings-tabs.tsx';
import { SignInAgain } from '../sign-in/sign-in-again.tsx';
import type { Form } from '../../frame/forms/form.ts';

interface ApiKeysPageProps {
  readonly keys: readonly ListedApiKey[];
  readonly nowMs: number;
  /** The form for a new key; null for members, who cannot create one. */
  readonly creation: { readonly form: Form; readonly id: string; readonly isFresh: boolean } | null;
}

export function ApiKeysPage({ keys, nowMs, creation }: ApiKeysPageProps) {
  return (
    <Settings tab="API keys">
      <section>
        <h2>Your keys</h2>
        {keys.length === 0 ? (
          <p>The account has no API keys yet. {creation ? 'Create the first one below.' : null}</p>
        ) : (
          <Rows>
            {keys.map((key) => (
              <KeyRow apiKey={key} nowMs={nowMs} mayRevoke={creation !== null} />
            ))}
          </Rows>
        )}
      </section>
      {creation ? (
        <CreateKey {...creation} />
      ) : (
        <p class="muted">
          Only owners of the account can create and revoke keys. If you need a key, ask an owner.
        </p>
      )}
    </Settings>
  );
}

function CreateKey({ form, id, isFresh }: NonNullable<ApiKeysPageProps['creation']>) {
  return (
    <section class="narrow-form">
      <h2>Create a key</h2>
      {isFresh ? (
        <CreationForm form={form} id={id} />
      ) : (
        <SignInAgain page="/settings/keys" purpose="To create a key" />
      )}
    </section>
  );
}

function CreationForm({ form, id }: { readonly form: Form; readonly id: string }) {
  return (
    <>
      <FilledForm form={form} action="/settings/keys" data-unsaved hidden={{ id }}>
        <Field
          name="name"
          label="Name"
          hint="The program that uses the key, such as Shop or Newsletter."
          attributes={{ required: true, autocomplete: 'off' }}
        />
        <Select
          name="scope"
          label="Access"
          options={[
            { value: 'full', label: 'Full access: create, change and delete codes' },
            { value: 'read', label: 'Read-only: codes and statistics' },
          ]}
        />
        <Field
          name="expires"
          label="Expires (optional)"
          hint="The key stops working at the start of this day (UTC)."
          attributes={{ type: 'date' }}
        />
        <Button>Create key</Button>
      </FilledForm>
    </>
  );
}

export function RevokeKeyPage({ apiKey }: { readonly apiKey: ListedApiKey }) {
  return (
    <ConfirmPage
      title={`Revoke ${apiKey.name}?`}
      action={`/settings/keys/${apiKey.id}/revoke`}
      back="/settings/keys"
      button="Revoke key"
    >
      <p>
        Programs that use{' '}
        <code>
          {apiKey.firstCharacters}…{apiKey.lastCharacters}
        </code>{' '}
        lose access within 60 seconds. You cannot undo this. Codes that they created stay as they are.
      </p>
    </ConfirmPage>
  );
}
