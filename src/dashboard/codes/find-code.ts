import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { found, PageError } from '../frame/page-error.ts';
import { say } from '#languages/say.ts';

/** The code id in the path. A malformed one gets the same 404 as an unknown one. */
export function readCodeId(c: DashboardContext): CodeId {
  return found(parsePublicId(c.req.param('id') ?? ''));
}

/** The code in the path, without its scans; a 404 if the account has no such code. */
export async function findCode(c: DashboardContext): Promise<QrCode> {
  return found(await findQrCode(c.get('deps').db, c.get('person').account.id, readCodeId(c)));
}

/** The same for a change that a static code cannot have. */
export async function findDynamicCode(c: DashboardContext): Promise<QrCode> {
  const code = await findCode(c);
  if (!code.isDynamic) throw codeIsStatic();
  return code;
}

export function codeIsStatic(): PageError {
  return new PageError(
    409,
    say('This code cannot change'),
    say('It is static: the symbol itself holds the content. Nothing was changed.'),
  );
}
