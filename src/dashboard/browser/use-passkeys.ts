import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/**
 * `<div data-passkey="sign-in">` or `"register"` contains a hidden button, a hidden place for an error, which has the words for it, and perhaps
 * a note for browsers without passkeys, `data-without-passkeys`.
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

/** Runs one ceremony at a time. After a success, the browser opens the page that the server names. */
async function attempt(button: HTMLButtonElement, problem: HTMLElement, run: () => Promise<string>) {
  problem.hidden = true;
  button.setAttribute('aria-busy', 'true');
  button.disabled = true;
  try {
    location.assign(await run());
  } catch (error) {
    problem.textContent = describe(error, problem.dataset);
    problem.hidden = false;
  } finally {
    button.removeAttribute('aria-busy');
    button.disabled = false;
  }
}

async function register(): Promise<string> {
  const path = '/settings/passkeys';
  const optionsJSON = await post<PublicKeyCredentialCreationOptionsJSON>(`${path}/options`);
  return (await post<NextPage>(path, await startRegistration({ optionsJSON }))).location;
}

async function signIn(): Promise<string> {
  const path = '/sign-in/passkey';
  const optionsJSON = await post<PublicKeyCredentialRequestOptionsJSON>(`${path}/options`);
  // The query names the page that the person wanted to open.
  return (await post<NextPage>(path + location.search, await startAuthentication({ optionsJSON }))).location;
}

interface NextPage {
  /** The path of the page to open. */
  readonly location: string;
}

/** An error of the server, with its message. */
class Refusal extends Error {}

async function post<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  const content = (await response.json()) as T & { message?: string };
  if (!response.ok) throw new Refusal(content.message);
  return content;
}

/** Explains an error, in words that the page has. The names are those of WebAuthn's exceptions. */
function describe(error: unknown, words: DOMStringMap): string {
  if (error instanceof Refusal && error.message !== '') return error.message;
  const name = error instanceof Error ? error.name : '';
  return words[WORDS[name] ?? 'failed'] ?? '';
}

const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
  SecurityError: 'insecure',
};
