import { sayRich } from '#languages/say.ts';
import { toSignInAgainPath } from './next-path.ts';

/** Takes the place of a form that needs a sign-in within the last 10 minutes. `page` is the one to return to. */
export function SignInAgain({ page }: { readonly page: string }) {
  return (
    <p>
      {sayRich('For this, <signIn>sign in again</signIn>: your last sign-in is more than 10 minutes ago.', {
        signIn: (text) => <a href={toSignInAgainPath(page)}>{text}</a>,
      })}
    </p>
  );
}
