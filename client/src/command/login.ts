import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { QrCodeClient } from '../index.ts';
import { type Command, UsageError } from './command.ts';

const { XDG_CONFIG_HOME: folder, QR_API_URL: urlSet, QR_API_KEY: keySet } = process.env;
const FILE = join(folder || join(homedir(), '.config'), 'qr-code-service', 'login.json');

export const login: Command = {
  words: '',
  about: `Asks for a URL and an API key, checks the key, and stores both in a file that only you can read.
Keys are made in the dashboard. QR_API_URL and QR_API_KEY, where they are set, come before the file.`,
  options: { '--url URL': 'the URL of the service; only the key is asked for, or read from a pipe' },
  async run({ texts }) {
    const url = toOrigin(texts['url'] ?? (await ask('URL of the service (https://api.example.com): ')));
    const key = await ask('API key (what you type is not shown): ', true);
    await createClient(url, key).usage();
    // A new file, because one that is there may have other rights.
    mkdirSync(dirname(FILE), { recursive: true, mode: 0o700 });
    const draft = `${FILE}.${process.pid}`;
    writeFileSync(draft, JSON.stringify({ url, key }), { mode: 0o600, flag: 'wx' });
    renameSync(draft, FILE);
    console.error(`The key works, and is stored in ${FILE}.`);
  },
};

/** Asks on standard error, or reads a line that is piped in. */
async function ask(question: string, isHidden = false): Promise<string> {
  const { stdin: input, stderr } = process;
  const reader = createInterface({ input, ...(isHidden ? {} : { output: stderr }), terminal: input.isTTY });
  reader.on('SIGINT', () => process.exit(130));
  if (input.isTTY) stderr.write(question);
  let answer = '';
  for await (answer of reader) break;
  reader.close();
  if (input.isTTY && isHidden) stderr.write('\n');
  return answer.trim();
}

/**
 * Gives a client by QR_API_URL and QR_API_KEY, or by what `qr login` stored.
 * @throws UsageError where neither says enough
 */
export function connect(): QrCodeClient {
  if (urlSet && keySet) return createClient(toOrigin(urlSet), keySet);
  if (!existsSync(FILE)) throw new UsageError('Use qr login first, or set QR_API_URL and QR_API_KEY.');
  const { url, key } = JSON.parse(readFileSync(FILE, 'utf8')) as { url: string; key: string };
  // A key is only for the service that gave it.
  if (urlSet && toOrigin(urlSet) !== url)
    throw new UsageError(`The key in ${FILE} is for ${url}: for ${urlSet}, set QR_API_KEY too.`);
  return createClient(url, keySet || key);
}

function createClient(apiUrl: string, apiKey: string): QrCodeClient {
  if (!/^[\w-]{1,200}$/.test(apiKey)) throw new UsageError('This is no API key: one begins with qr_live_.');
  try {
    return new QrCodeClient({ apiUrl, apiKey, timeoutMs: 120_000, fetch: fetchOrSayWhere });
  } catch (error) {
    throw new UsageError((error as Error).message.replace('"apiUrl"', 'The URL'));
  }
}

function toOrigin(url: string): string {
  const whole = url.includes('://') ? url : `https://${url}`;
  if (!URL.canParse(whole)) throw new UsageError(`"${url}" is no URL like https://api.example.com.`);
  return new URL(whole).origin;
}

/** Says which host did not respond: what Node throws says only that something failed. */
async function fetchOrSayWhere(request: Request): Promise<Response> {
  return fetch(request).catch((cause: Error & { cause?: { code?: string } }) => {
    const reason = cause.cause?.code ?? cause.message;
    throw new Error(`There is no connection to ${new URL(request.url).host} (${reason}).`, { cause });
  });
}
