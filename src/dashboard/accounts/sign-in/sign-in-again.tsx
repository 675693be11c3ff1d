import type { Child } from 'hono/jsx';
import { sayRich } from '#languages/say.ts';
import { toSignInAgainPath } from './next-path.ts';

interface SignInAgainProps {
  /** The page to return to. */
  readonly page: string;
  readonly to: 'add_passkey' | 'create_key' | 'add_webhook';
}

/** Takes the place of a form that needs a sign-in within the last 10 minutes. */
export function SignInAgain({ page, to }: SignInAgainProps) {
  const signIn = (text: Child) => <a href={toSignInAgainPath(page)}>{text}</a>;
  switch (to) {
    case 'add_passkey':
      return (
        <p>
          {sayRich(
            'To add a passkey, <signIn>sign in again</signIn>: your last sign-in was more than 10 minutes ago.',
            { signIn },
          )}
        </p>
      );
    case 'create_key':
      return (
        <p>
          {sayRich(
            'To create a key, <signIn>sign in again</signIn>: your last sign-in was more than 10 minutes ago.',
            { signIn },
          )}
        </p>
      );
    case 'add_webhook':
      return (
        <p>
          {sayRich(
            'To add a webhook, <signIn>sign in again</signIn>: your last sign-in was more than 10 minutes ago.',
            { signIn },
          )}
        </p>
      );
  }
}
