import { say } from '#languages/say.ts';
import type { ListedApiKey } from '#storage/accounts/api-keys.ts';
import { Field, Select } from '../../kit/field.tsx';
import { KeyRow, SCOPE_CHOICES } from './key-row.tsx';
import { type Adding, ListRoom } from '../settings/list-room.tsx';

interface ApiKeysPageProps {
  readonly keys: readonly ListedApiKey[];
  readonly nowMs: number;
  readonly adding: Adding | null;
}

export function ApiKeysPage({ keys, nowMs, adding }: ApiKeysPageProps) {
  return (
    <ListRoom
      title={say('Your keys')}
      rows={keys.map((key) => (
        <KeyRow apiKey={key} nowMs={nowMs} mayRevoke={adding !== null} />
      ))}
      none={
        <p>
          {adding
            ? say('The account has no API keys yet. Create the first one below.')
            : say('The account has no API keys yet.')}
        </p>
      }
      action="/settings/keys"
      adding={adding}
      addTitle={say('Create a key')}
      addButton={say('Create key')}
      others={say('Only owners of the account can create and revoke keys. If you need a key, ask an owner.')}
    >
      <Field
        name="name"
        label={say('Name')}
        hint={say('The program that uses the key, such as Shop or Newsletter.')}
        attributes={{ required: true, autocomplete: 'off' }}
      />
      <Select
        name="scope"
        label={say('Access')}
        options={(['full', 'read'] as const).map((value) => ({ value, label: say(SCOPE_CHOICES[value]) }))}
      />
      <Field
        name="expires"
        label={say('Expires (optional)')}
        hint={say('The key stops working at the start of this day (UTC).')}
        attributes={{ type: 'date' }}
      />
    </ListRoom>
  );
}
