import { randomBytes } from '../data/random.ts';
import type { Cookie } from 'playwright-core';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';

/** Creates a sign-in link for another owner of the account, as the owner with these cookies does on the page of people. */
export async function inviteOwner(origin: string, cookies: readonly Cookie[], name: string): Promise<string> {
  const id = createRandomId('per', randomBytes(RANDOM_ID_BYTES));
  const response = await fetch(`${origin}/settings/people`, {
    method: 'POST',
    headers: { Cookie: cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; '), Origin: origin },
    body: new URLSearchParams({ id, name, email: '', role: 'owner' }),
  });
  const page = await response.text();
  const [link] = /http[^<"]*\/sign-in\/link\/[\w.-]+/.exec(page) ?? [];
  if (link === undefined) throw new Error(`${response.status}: ${name} was not invited.`);
  return link;
}
