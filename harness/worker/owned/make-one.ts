import { env } from 'cloudflare:workers';
import { makePdf } from '../../data/files.ts';
import { randomHex } from '../../data/random.ts';
import { seedDomain } from '../../data/seed.ts';
import { discPng } from '../../symbols/pictures.ts';
import type { ApiClient } from '../api-client.ts';

type Owner = Pick<ApiClient, 'accountId' | 'json'>;

/** No image is uploaded twice: the second time, the account would get the first one. */
let side = 40;

/**
 * How one of each resource of the API is made, with a word in its texts. What is tested of every resource is tested of these: its list, the
 * calls and the plans of its queries, its removal with its account. A resource that is missing here fails test/api/lists.test.ts.
 */
export const MAKERS = {
  // Never due for the daily look, which would change it.
  domain: async ({ accountId }: Owner, word: string) => {
    const host = `${word}-${randomHex()}.example`.toLowerCase();
    return { id: await seedDomain(env.DB, { watchedAtMs: Date.UTC(9999, 0), accountId, host }) };
  },
  file: (owner: Owner, word: string) => {
    const pdf = makePdf(word);
    return post(owner, 'files', pdf, {
      'Content-Type': 'application/pdf',
      'Content-Length': String(pdf.length),
      'Content-Disposition': `attachment; filename="${word}.pdf"`,
    });
  },
  image: (owner: Owner) => post(owner, 'images', discPng(side++), { 'Content-Type': 'image/png' }),
  import: (owner: Owner, word: string) => {
    const rows = [1, 2, 3].map((i) => `https://example.com/${word}/${i},${word}`);
    return post(owner, 'imports?dry_run=true', ['target,title', ...rows].join('\n'), {
      'Content-Type': 'text/csv',
    });
  },
  template: (owner: Owner, word: string) => post(owner, 'templates', { name: `${word} ${randomHex()}` }),
  // The address does not exist: what is sent there does not matter.
  webhook: (owner: Owner, word: string) =>
    post(owner, 'webhooks', {
      url: `https://hooks.example/${word}`,
      events: ['qr.created'],
      description: word,
    }),
};

type Name = keyof typeof MAKERS;

/** Makes one of a resource, and gives its id. */
export async function makeOne(name: Name, owner: Owner, word = 'Menu'): Promise<string> {
  return (await MAKERS[name](owner, word)).id;
}

/** Makes one of each, and gives their ids by the parameters of paths: `webhook_id`. */
export async function makeOneOfEach(owner: Owner, word?: string) {
  const ids: Record<string, string> = {};
  for (const name of Object.keys(MAKERS) as Name[]) ids[`${name}_id`] = await makeOne(name, owner, word);
  return ids as Record<`${Name}_id`, string>;
}

function post({ json }: Owner, path: string, body: unknown, headers: Record<string, string> = {}) {
  return json<{ id: string }>('POST', `/v1/${path}`, body, { headers });
}
