import { drawTerminalSymbol } from '../support/terminal-symbol.ts';
import { callApi, type SmokeTest } from './smoke-test.ts';

interface Code {
  readonly title: string | null;
  readonly short_url: string | null;
}

const TITLE = 'First code';

/**
 * Makes the account's first code, which leads to the documents of the API, and draws its symbol for the first scan. As long as it is the
 * only code, a later run draws it again.
 * @returns null if there are other codes
 */
export async function drawFirstCode(test: SmokeTest): Promise<string | null> {
  const listed = await callApi(test, 'GET', '/v1/qr?limit=2', undefined, [200]);
  const { data } = (await listed.json()) as { data: readonly Code[] };
  if (data.length > 1 || data.some(({ title }) => title !== TITLE)) return null;
  const code = data[0] ?? (await createFirstCode(test));
  if (code.short_url === null) return null;
  const symbol = drawTerminalSymbol(code.short_url);
  return `Scan this with a phone: it is your first code (${code.short_url}), and the dashboard counts the scan.\n${symbol}`;
}

async function createFirstCode(test: SmokeTest): Promise<Code> {
  const body = { target: `${test.apiUrl}/docs`, dynamic: true, title: TITLE };
  return (await callApi(test, 'POST', '/v1/qr', body, [200])).json() as Promise<Code>;
}
