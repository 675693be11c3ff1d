import { say } from '#languages/say.ts';

/** The place for what goes wrong with a passkey, with the script's words for it: browser/use-passkeys.ts. */
export function PasskeyProblem() {
  return (
    <p
      class="error"
      role="alert"
      hidden
      data-cancelled={say(
        'No passkey was used: you cancelled, it took too long, or you have no passkey for this site.',
      )}
      data-known={say('This device already has a passkey for you.')}
      data-insecure={say('Passkeys work only on https addresses and on localhost.')}
      data-failed={say('That did not work. Try again, or use a sign-in link.')}
    ></p>
  );
}
