import { getCookie, setCookie } from 'hono/cookie';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import type { Form } from '../../frame/forms/form.ts';
import { parseKind } from './kinds.ts';
import { LABELS } from './read-forms.ts';

/**
 * The choices of a person's last download, in a cookie: the form shows them again for the next code, with and without JavaScript. The
 * cookie contains only choices; whoever changes it only changes what their own form shows.
 */
const NAME = 'download';

const LIVES_SECONDS = 365 * 24 * 60 * 60;

/** Longer than any form that was filled in by hand. */
const MAX_CHARACTERS = 600;

/** The words of a print and the colours of its design belong to its code. */
const OF_CODE: readonly string[] = ['headline', 'text', 'cmyk_values'];

/** The fields of the last download in this browser. A cookie in any other form than ours counts as none. */
export function readChoices(c: DashboardContext): Record<string, string> {
  const fields = Object.fromEntries(new URLSearchParams(getCookie(c, NAME) ?? ''));
  return parseKind(fields['kind']) ? fields : {};
}

/** Stores what a form has besides its first values. */
export function keepChoices(
  c: DashboardContext,
  form: Form,
  defaults: Readonly<Record<string, string>>,
): void {
  const chosen = form
    .entries()
    .filter(
      ([name, value]) =>
        name === 'kind' ||
        (Object.hasOwn(LABELS, name) && !OF_CODE.includes(name) && value !== (defaults[name] ?? '')),
    );
  const value = new URLSearchParams(chosen).toString();
  if (value.length > MAX_CHARACTERS) return;
  const isSecure = new URL(c.req.url).protocol === 'https:';
  setCookie(c, NAME, value, {
    path: '/codes',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure,
    maxAge: LIVES_SECONDS,
  });
}
