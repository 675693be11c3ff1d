import { say, sayRich } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import type { KeyScope, Person } from '#core/accounts/account.ts';
import type { AppRequest } from '#service/apps/app-request.ts';
import type { Form } from '../../frame/forms/form.ts';
import { Button, ButtonRow } from '../../kit/buttons.tsx';
import { FilledForm, Select } from '../../kit/field.tsx';
import { Notice } from '../../kit/notice.tsx';
import { NarrowPage } from '../../kit/page-head.tsx';
import { SCOPE_CHOICES } from '../keys/key-row.tsx';
import { SignInAgain } from '../sign-in/sign-in-again.tsx';

interface ConnectPageProps {
  readonly app: AppRequest;
  readonly form: Form;
  /** The same human being, in each account. */
  readonly people: readonly Person[];
  readonly grantable: readonly KeyScope[];
  readonly id: string;
  /** The address of this page, which holds the request of the app. */
  readonly action: string;
  readonly isFresh: boolean;
}

const bold = (text: Child) => <strong>{text}</strong>;

export function ConnectPage({ app, form, people, grantable, id, action, isFresh }: ConnectPageProps) {
  return (
    <NarrowPage title={say('Connect an app')}>
      <p>
        {sayRich('<b>{app}</b> from <b>{host}</b> asks to work with your codes.', {
          app: <bdi>{app.name}</bdi>,
          host: app.host,
          b: bold,
        })}
      </p>
      <Notice>
        <p>
          {say(
            'Anybody can give an app any name. Connect it only if you know {host}, and have just started this yourself.',
            { host: app.host },
          )}
        </p>
        <p>
          {app.isOnDevice
            ? say('A program on this device gets the access.')
            : sayRich('<b>{host}</b> gets the access.', { host: app.redirectHost, b: bold })}
        </p>
      </Notice>
      <FilledForm form={form} action={action} hidden={{ id }}>
        {isFresh ? (
          <>
            <Select
              name="person"
              label={say('Account')}
              options={people.map((person) => ({ value: person.id, label: person.account.name }))}
            />
            <Select
              name="scope"
              label={say('Access')}
              options={[
                // Nothing is chosen beforehand: one stolen click connects nothing.
                { value: '', label: '–' },
                ...grantable.map((scope) => ({ value: scope, label: say(SCOPE_CHOICES[scope]) })),
              ]}
            />
          </>
        ) : (
          <SignInAgain page={action} />
        )}
        <ButtonRow>
          {isFresh ? (
            <Button name="decision" value="connect">
              {say('Connect')}
            </Button>
          ) : null}
          <Button name="decision" value="deny" kind="second">
            {say('Do not connect')}
          </Button>
        </ButtonRow>
      </FilledForm>
      <p class="muted">
        {say(
          'You can disconnect the app at any time under Settings, Connected apps. It never sees how you sign in.',
        )}
      </p>
    </NarrowPage>
  );
}

interface LeavePageProps {
  readonly app: AppRequest;
  /** Where the browser goes on by itself. */
  readonly address: string;
  readonly isConnected: boolean;
}

export function LeavePage({ app, address, isConnected }: LeavePageProps) {
  return (
    <NarrowPage title={isConnected ? say('The app is connected') : say('The app is not connected')}>
      <p>{sayRich('You are on the way back to <b>{app}</b>.', { app: <bdi>{app.name}</bdi>, b: bold })}</p>
      <p class="alone">
        <a href={address}>{say('Back to the app')}</a>
      </p>
    </NarrowPage>
  );
}
