import { toSignInAgainPath } from './next-path.ts';

interface SignInAgainProps {
  /** The page to return to. */
  readonly page: string;
  /** `To add a passkey` */
  readonly purpose: string;
}

/** Takes the place of a form that needs a sign-in within the last 10 minutes. */
export function SignInAgain({ page, purpose }: SignInAgainProps) {
  return (
    <p>
      {purpose}, <a href={toSignInAgainPath(page)}>sign in again</a>: your last sign-in is more than 10
      minutes ago.
    </p>
  );
}
