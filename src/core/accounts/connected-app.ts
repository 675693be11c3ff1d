/** Apps that people connect: programs that act for them by OAuth, such as an assistant. docs/decisions/connected-apps.md explains them. */

/** The only path at which apps may use the service. */
export const APPS_PATH = '/mcp';

/** The page that asks a person whether to connect an app. */
export const CONNECT_PATH = '/connect';

/** What an app may ask for. */
export const APP_SCOPES = ['read', 'write'] as const;

/** Longest request of an app, in characters of its address: a browser keeps it in a cookie, of at most 4 KB, while its person signs in. */
export const LONGEST_APP_REQUEST = 2_000;

const LONGEST_NAME = 60;

/** More of a name is not looked at. */
const READ_OF_NAME = 1_000;

/** The name that an app gives itself, on one line, without characters that nobody sees or that turn the text around them. */
export function nameApp(name: string): string {
  const line = name
    .slice(0, READ_OF_NAME)
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ');
  return [...line.trim()].slice(0, LONGEST_NAME).join('').trim() || '?';
}

const ACCESS_TOKEN = /^app_[0-9a-f]{16}:[\w-]{16}:[\w-]{32}$/;

/** Whether a text has the form of an access token: the id of its app, that of its grant, and a secret. */
export function isAccessToken(text: string): boolean {
  return ACCESS_TOKEN.test(text);
}
