import { expect, it } from 'vitest';
import { toIdentity } from '#core/accounts/company-login.ts';

const ENTRA = 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0';
const GOOGLE = 'https://accounts.google.com';
const OTHER = 'https://login.example.com';
const ACCESS = 'https://acme.cloudflareaccess.com';
const LOGIN = { domains: ['acme.example'], access: { team: 'acme.cloudflareaccess.com', audience: '' } };

it.each([
  [OTHER, { email_verified: true }, true],
  [OTHER, { email_verified: 'true' }, false],
  [OTHER, { xms_edov: true }, false],
  [OTHER, {}, false],
  [ENTRA, { email_verified: true }, false],
  [ENTRA, { xms_edov: true }, true],
  [ENTRA, { xms_edov: '1' }, true],
  [ENTRA, { xms_edov: '0' }, false],
  // A private account at Google, made with an address of the company.
  [GOOGLE, { email_verified: true }, false],
  [GOOGLE, { email_verified: true, hd: 'evil.example' }, false],
  [GOOGLE, { email_verified: true, hd: 'acme.example' }, true],
  [ACCESS, {}, true],
])('believes an address of %s with %j: %s', (iss, said, isBelieved) => {
  const claims = { iss, sub: 'x', email: 'Grace@Acme.example', ...said };
  expect(toIdentity(claims, LOGIN)).toEqual(
    isBelieved
      ? { ok: true, value: { issuer: iss, subject: 'x', email: 'grace@acme.example', name: 'grace' } }
      : { ok: false, error: 'unverified_address' },
  );
});

it.each([
  [{ sub: '' }, 'unverified_address'],
  [{ sub: 'x'.repeat(256) }, 'unverified_address'],
  [{ email: 'grace@acme.example@evil.example' }, 'unverified_address'],
  [{ email: 'grace@evil-acme.example' }, 'foreign_domain'],
  [{ name: 'a\nb' }, null],
  [{ name: 'x'.repeat(101) }, null],
])('%j is %s', (said, error) => {
  const claims = { iss: OTHER, sub: 'x', email: 'grace@acme.example', email_verified: true, ...said };
  const identity = toIdentity(claims, LOGIN);
  expect(identity.ok ? null : identity.error).toBe(error);
  if (identity.ok) expect(identity.value.name).toBe('grace');
});
