import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/**
 * `<div data-passkey="sign-in">` or `"register"` holds a hidden button, a hidden place for what goes wrong, and perhaps a note for browsers
 * without passkeys, `data-without-passkeys`.
 */
export function enhancePasskeys(): void {
  if (!('PublicKeyCredential' in window)) return;
  for (const place of document.querySelectorAll<HTMLElement>('[data-passkey]')) {
    const button = place.querySelector('button');
    const problem = place.querySelector<HTMLElement>('[role="alert"]');
    if (!button || !problem) continue;
    place.querySelector('[data-without-passkeys]')?.remove();
    const run = place.dataset['passkey'] === 'register' ? register : signIn;
    button.hidden = false;
    button.addEventListener('click', () => void attempt(button, problem, run));
  }
}

/** Runs one ceremony at a time; where it ends well, the browser goes on to where the server says. */
async function attempt(button: HTMLButtonElement, problem: HTMLElement, run: () => Promise<string>) {
  problem.hidden = true;
  button.setAttribute('aria-busy', 'true');
  button.disabled = true;
  try {
    location.assign(await run());
  } catch (error) {
    problem.textContent = describe(error);
    problem.hidden = false;
  } finally {
    button.removeAttribute('aria-busy');
    button.disabled = false;
  }
}

async function register(): Promise<string> {
  const path = '/settings/security/passkeys';
  const optionsJSON = await post<PublicKeyCredentialCreationOptionsJSON>(`${path}/options`);
  return (await post<Answer>(path, await startRegistration({ optionsJSON }))).location;
}

async function signIn(): Promise<string> {
  const path = '/sign-in/passkey';
  const optionsJSON = await post<PublicKeyCredentialRequestOptionsJSON>(`${path}/options`);
  // The query names the page that somebody wanted to see.
  return (await post<Answer>(path + location.search, await startAuthentication({ optionsJSON }))).location;
}

interface Answer {
  /** Where to go on. */
  readonly location: string;
}

/** What the server refuses, in its own words. */
class Refusal extends Error {}

async function post<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  const answer = (await response.json()) as T & { message?: string };
  if (!response.ok) throw new Refusal(answer.message);
  return answer;
}

/** The names are those of WebAuthn's exceptions. */
function describe(error: unknown): string {
  if (error instanceof Refusal && error.message !== '') return error.message;
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return 'Nothing happened: it was cancelled, took too long, or there is no passkey for this site.';
    case 'InvalidStateError':
      return 'This device has a passkey for you already.';
    case 'SecurityError':
      return 'Passkeys do not work at this address: it must be https, or localhost.';
    default:
      return 'That did not work. Try again, or use a sign-in link.';
  }
}
