import { say, sayRich } from '#languages/say.ts';
import type { Person } from '#core/accounts/account.ts';
import type { ListedApiKey } from '#storage/accounts/api-keys.ts';
import { Day } from '../../frame/utc-time.tsx';
import { Confirm } from '../../kit/confirm/confirm.tsx';
import { Row, Rows } from '../../kit/rows.tsx';
import { Secret } from '../../kit/secret.tsx';
import { LastUse, SCOPE_NAMES } from '../keys/key-row.tsx';

interface AppsPageProps {
  readonly apps: readonly ListedApiKey[];
  readonly viewer: Person;
  /** The address that people give their assistant. */
  readonly address: string;
}

export function AppsPage({ apps, viewer, address }: AppsPageProps) {
  return (
    <>
      <section>
        <h2>{say('Connected apps')}</h2>
        {apps.length === 0 ? (
          <p>{say('No app is connected to the account yet.')}</p>
        ) : (
          <Rows>
            {apps.map((app) => (
              <AppRow app={app} mayDisconnect={viewer.role === 'owner' || app.makerId === viewer.id} />
            ))}
          </Rows>
        )}
      </section>
      <section class="card">
        <h2>{say('Connect an assistant')}</h2>
        <p>
          {say(
            'Assistants such as Claude and ChatGPT can work with your codes. Give yours this address: it then leads you to a page that asks what it may do.',
          )}
        </p>
        <Secret id="apps-address" label={say('The address for assistants')} value={address} />
      </section>
    </>
  );
}

function AppRow({ app, mayDisconnect }: { readonly app: ListedApiKey; readonly mayDisconnect: boolean }) {
  const day = <Day timeMs={app.createdAtMs} />;
  return (
    <Row
      title={<bdi>{app.name}</bdi>}
      beside={<code>{URL.parse(app.clientId ?? '')?.hostname}</code>}
      about={
        <>
          {say(SCOPE_NAMES[app.scope])} ·{' '}
          {app.makerName === null
            ? sayRich('connected {day}', { day })
            : sayRich('connected {day} by {person}', { day, person: app.makerName })}{' '}
          · <LastUse apiKey={app} />
        </>
      }
    >
      {mayDisconnect ? (
        <Confirm
          action={`/settings/apps/${app.id}/disconnect`}
          label={say('Disconnect…')}
          of={app.name}
          button={say('Disconnect app')}
        >
          <p>
            {say(
              'The app loses access within 60 seconds. Codes that it created stay as they are. To use it again, connect it again.',
            )}
          </p>
        </Confirm>
      ) : null}
    </Row>
  );
}
