import { say } from '#languages/say.ts';
import * as z from 'zod';
import {
  MAX_PASSKEYS,
  offerRegistration,
  offerSignIn,
  registerPasskey,
  type RegistrationProblem,
  type RelyingParty,
  signInByPasskey,
} from '#service/accounts/passkeys.ts';
import { nameBrowser } from './browser-name.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { toNextPath } from './next-path.ts';
import { PageError } from '../../frame/page-error.ts';
import { replaceSession } from './resume-session.ts';
import { flash } from '../../frame/flash/flash.ts';
import { readBody } from '../../frame/forms/form.ts';

/** The endpoints for `browser/use-passkeys.ts`. They accept and return JSON; an error has a `message` for people. */

const BASE64URL = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** WebAuthn §4: a credential id has at most 1,023 bytes. */
const CREDENTIAL = {
  id: BASE64URL.max(1364),
  rawId: BASE64URL.max(1364),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};

const REGISTRATION = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: BASE64URL,
    attestationObject: BASE64URL,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
});

const AUTHENTICATION = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: BASE64URL,
    authenticatorData: BASE64URL,
    signature: BASE64URL,
    userHandle: BASE64URL,
  }),
});

/** `POST /settings/passkeys/options` */
export async function offerPasskeyRegistration(c: DashboardContext): Promise<Response> {
  return c.json(await offerRegistration(c.get('deps'), c.get('person'), toRelyingParty(c)));
}

/** `POST /settings/passkeys` */
export async function registerNewPasskey(c: DashboardContext): Promise<Response> {
  const { response, ...credential } = await readCredential(c, REGISTRATION);
  const transports = response.transports as ('internal' | 'usb')[];
  const registered = await registerPasskey(c.get('deps'), c.get('person'), toRelyingParty(c), {
    response: { ...credential, response: { ...response, transports } },
    browser: nameBrowser(c),
  });
  if (!registered.ok) throw toRefusal(registered.error);
  flash(c, 'passkey_added');
  return c.json({ location: '/settings' });
}

/** `POST /sign-in/passkey/options` */
export async function offerPasskeySignIn(c: DashboardContext): Promise<Response> {
  return c.json(await offerSignIn(c.get('deps'), toRelyingParty(c)));
}

/** `POST /sign-in/passkey?next={path}` */
export async function signInWithPasskey(c: DashboardContext): Promise<Response> {
  const response = await readCredential(c, AUTHENTICATION);
  const session = await signInByPasskey(c.get('deps'), toRelyingParty(c), response, nameBrowser(c));
  if (session === null) {
    throw new PageError(
      403,
      say('Not signed in'),
      say(
        'We cannot sign you in with this passkey. It may have been removed. Try again, or use a sign-in link.',
      ),
    );
  }
  await replaceSession(c, session);
  return c.json({ location: toNextPath(c.req.query('next'), toRelyingParty(c).origin) });
}

async function readCredential<Credential>(
  c: DashboardContext,
  schema: z.ZodType<Credential>,
): Promise<Credential> {
  const parsed = schema.safeParse(await readJson(c));
  if (!parsed.success) throw malformed();
  return parsed.data;
}

function toRelyingParty(c: DashboardContext): RelyingParty {
  const { hostname, origin } = new URL(c.req.url);
  return { id: hostname, origin };
}

function toRefusal(problem: RegistrationProblem): PageError {
  switch (problem) {
    case 'challenge_gone':
      return new PageError(
        403,
        say('Request expired'),
        say('Adding the passkey took too long, or the request was used before. Add the passkey again.'),
      );
    case 'not_verified':
      return new PageError(
        403,
        say('Passkey not added'),
        say('We could not verify the response of your device, so no passkey was added. Please try again.'),
      );
    case 'too_many':
      return new PageError(
        403,
        say('Too many passkeys'),
        say(
          'Nobody can have more than {most, number} passkeys, or add more than that in a day. Remove one that you no longer use, or try again tomorrow.',
          { most: MAX_PASSKEYS },
        ),
      );
    case 'known_already':
      return new PageError(409, say('Already added'), say('This passkey has already been added.'));
  }
}

/** Reads a posted JSON body of at most 64 KiB. */
async function readJson(c: DashboardContext): Promise<unknown> {
  if (!(c.req.header('Content-Type') ?? '').startsWith('application/json')) {
    throw new PageError(415, say('Not JSON'), say('This address accepts only JSON.'));
  }
  try {
    return JSON.parse(await readBody(c));
  } catch (error) {
    if (error instanceof PageError) throw error;
    throw malformed();
  }
}

function malformed(): PageError {
  return new PageError(
    400,
    say('Cannot read the request'),
    say('The browser sent data that we cannot read. Please try again.'),
  );
}
