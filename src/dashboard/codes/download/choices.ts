import { getCookie, setCookie } from 'hono/cookie';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import type { Form } from '../../frame/forms/form.ts';
import { parseKind } from './kinds.ts';
import { DOWNLOAD_FIELDS } from './fields.tsx';

/**
 * The choices of a person's last download, in a cookie: the form shows them again, with and without JavaScript. For another code it shows
 * those that belong to the person: the kind of file, its size unless that follows from the code, their printer and their sheet. The cookie
 * contains only choices; anyone who changes it only changes what their own form shows.
 */
const NAME = 'download';

/** The code of the last download. */
const CODE = 'code';

const LIVES_SECONDS = 365 * 24 * 60 * 60;

/** Longer than any form that was filled in by hand. */
const MAX_CHARACTERS = 600;

/** The fields that belong to a code: its words, its symbol, its colours, and what surrounds it. */
const OF_CODE: ReadonlySet<string> = new Set([
  ...['headline', 'text', 'look', 'ink', 'cmyk', 'cmyk_values', 'spot', 'alternate', 'label.color'],
  ...['paper', 'margin', 'design', 'carrier', 'hri'],
]);

/** The fields of the last download in this browser, for a form of a code. A cookie in any other form than ours counts as none. */
export function readChoices(c: DashboardContext, code: QrCode): Record<string, string> {
  const fields = new URLSearchParams(getCookie(c, NAME) ?? '');
  if (!parseKind(fields.get('kind') ?? '')) return {};
  const isSame = fields.get(CODE) === toPublicId(code.codeId);
  fields.delete(CODE);
  return Object.fromEntries(
    [...fields].filter(([name]) => isSame || !(OF_CODE.has(name) || (name === 'width_mm' && code.gs1))),
  );
}

/** Stores what a form of a code has besides its first values. */
export function keepChoices(
  c: DashboardContext,
  code: QrCode,
  form: Form,
  defaults: Readonly<Record<string, string>>,
): void {
  const chosen = form
    .entries()
    .filter(
      ([name, value]) =>
        name === 'kind' || (Object.hasOwn(DOWNLOAD_FIELDS, name) && value !== (defaults[name] ?? '')),
    );
  const value = new URLSearchParams([...chosen, [CODE, toPublicId(code.codeId)]]).toString();
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
