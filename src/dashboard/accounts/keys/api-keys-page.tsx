import { say } from '#languages/say.ts';
import type { ListedApiKey } from '#storage/accounts/api-keys.ts';
import { Button } from '../../kit/buttons.tsx';
import { Field, FilledForm, Select } from '../../kit/field.tsx';
import { Rows } from '../../kit/rows.tsx';
import { KeyRow } from './key-row.tsx';
import { Settings } from '../settings/settings-frame.tsx';
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
    <Settings place="API keys">
      <section>
        <h2>{say('Your keys')}</h2>
        {keys.length === 0 ? (
          <p>
            {creation
              ? say('The account has no API keys yet. Create the first one below.')
              : say('The account has no API keys yet.')}
          </p>
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
          {say('Only owners of the account can create and revoke keys. If you need a key, ask an owner.')}
        </p>
      )}
    </Settings>
  );
}

function CreateKey({ form, id, isFresh }: NonNullable<ApiKeysPageProps['creation']>) {
  return (
    <section class="card">
      <h2>{say('Create a key')}</h2>
      {isFresh ? <CreationForm form={form} id={id} /> : <SignInAgain page="/settings/keys" />}
    </section>
  );
}

function CreationForm({ form, id }: { readonly form: Form; readonly id: string }) {
  return (
    <>
      <FilledForm form={form} action="/settings/keys" data-unsaved hidden={{ id }}>
        <Field
          name="name"
          label={say('Name')}
          hint={say('The program that uses the key, such as Shop or Newsletter.')}
          attributes={{ required: true, autocomplete: 'off' }}
        />
        <Select
          name="scope"
          label={say('Access')}
          options={[
            { value: 'full', label: say('Full access: create, change and delete codes') },
            { value: 'read', label: say('Read-only: codes and statistics') },
          ]}
        />
        <Field
          name="expires"
          label={say('Expires (optional)')}
          hint={say('The key stops working at the start of this day (UTC).')}
          attributes={{ type: 'date' }}
        />
        <Button>{say('Create key')}</Button>
      </FilledForm>
    </>
  );
}
