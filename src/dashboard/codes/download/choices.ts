import { getCookie, setCookie } from 'hono/cookie';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import type { Form } from '../../frame/forms/form.ts';
import { type Kind, KINDS, parseKind } from './kinds.ts';

/**
 * The choices of a person's last download, in a cookie: the forms show them again for the next code, with and without JavaScript. The
 * cookie contains only form choices; whoever changes it only changes what their own forms show.
 */
const NAME = 'download';

const LIVES_SECONDS = 365 * 24 * 60 * 60;

/** Longer than any form that was filled in by hand. */
const MAX_CHARACTERS = 600;

export interface Choices {
  /** The last download. */
  readonly kind: Kind | null;
  /** The fields of each form, as its query. */
  readonly forms: Readonly<Partial<Record<Kind, string>>>;
}

/** The choices in this browser. A cookie in any other form than ours counts as none. */
export function readChoices(c: DashboardContext): Choices {
  const fields = new URLSearchParams(getCookie(c, NAME) ?? '');
  const forms = KINDS.flatMap((kind) => {
    const query = fields.get(kind);
    return query === null ? [] : [[kind, query] as const];
  });
  return { kind: parseKind(fields.get('kind') ?? undefined), forms: Object.fromEntries(forms) };
}

/** Stores the choices of a form. */
export function keepChoices(c: DashboardContext, kind: Kind, form: Form): void {
  const query = new URLSearchParams(form.entries()).toString();
  if (query.length > MAX_CHARACTERS) return;
  const { forms } = readChoices(c);
  const value = new URLSearchParams({ ...forms, [kind]: query, kind }).toString();
  const isSecure = new URL(c.req.url).protocol === 'https:';
  setCookie(c, NAME, value, {
    path: '/codes',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure,
    maxAge: LIVES_SECONDS,
  });
}
