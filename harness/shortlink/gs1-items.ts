import { env } from 'cloudflare:workers';
import { checkDigitOf } from '#core/gs1/check-digits.ts';
import type { TypedLink } from '#core/gs1/typed-link.ts';
import type { Control } from '#core/control/control.ts';
import { randomCodeId } from '../data/random.ts';
import { seedAccount, seedCode } from '../data/seed.ts';
import { Isolate } from './isolate.ts';

export const HOST = 'id.example.com';
export const ROOT = `https://${HOST}`;
const NOW = Date.UTC(2026, 10, 29, 12);

/** A short-link Worker with a host for GS1 codes. */
export const openIsolate = (bindings: Partial<ShortlinkEnv> = {}) =>
  new Isolate(NOW, { GS1_HOST: HOST, SHORT_HOSTS: 'go.example.com', SCAN_LOG: 'off', ...bindings });

let last = 950_600_000_000;
/** `01/…` of a product that no other test has. */
export function newProduct(): string {
  const digits = `0${last++}`;
  return `01/${digits}${checkDigitOf(digits)}`;
}

export const linkOf = (link: Partial<TypedLink>): TypedLink => ({
  type: 'pip',
  href: 'https://example.com/pip',
  title: 'Product',
  languages: [],
  mediaType: null,
  contexts: [],
  forwardsQuery: true,
  ...link,
});

/** The code of a level, which leads to `https://example.com/<path>` unless it is said otherwise. */
export async function seedLevel(
  path: string,
  code: {
    control?: Partial<Control>;
    title?: string;
    target?: string;
    deletedAtMs?: number;
    host?: string;
    accountId?: string;
  } = {},
) {
  const { accountId } = code.accountId ? { accountId: code.accountId } : await seedAccount(env.DB);
  const target = `https://example.com/${path}`;
  return seedCode(env.DB, {
    codeId: randomCodeId(),
    type: 'gs1',
    shortCode: path,
    host: HOST,
    target,
    ...code,
    accountId,
  });
}
