import { toBase64Url } from '#core/bytes/base64url.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { checkControl } from '#core/control/checks/check-control.ts';
import { type Control, isPlain, NO_CONTROL } from '#core/control/control.ts';
import type { ControlProblem } from '#core/control/checks/control-problem.ts';
import type { ControlRequest } from '#core/control/checks/control-request.ts';
import { hashPassword } from '#core/control/password.ts';
import { linkHostsOf } from '#core/links/earlier-base.ts';
import { type CodeStatus, statusOf } from '#core/control/status.ts';
import { ok, type Result } from '#core/result.ts';
import { isLimitUsedUp } from '#storage/links/short-links.ts';
import type { Dependencies } from '../dependencies.ts';

const SALT_BYTES = 16;

type Needs = Pick<
  Dependencies,
  'shortUrlBase' | 'earlierBase' | 'allowsPrivateHosts' | 'passwordPepper' | 'nowMs' | 'randomBytes'
>;

/** A code's control after its owner's changes, null if nothing but the target decides; or everything that is wrong with the changes. */
export function readControl(
  deps: Needs,
  current: Control | null,
  request: ControlRequest,
): Result<Control | null, ControlProblem[]> {
  const checked = checkControl(current ?? NO_CONTROL, request, {
    shortLinkHosts: linkHostsOf(deps),
    allowsPrivateHosts: deps.allowsPrivateHosts,
    nowMs: deps.nowMs(),
    hashPassword: (password) =>
      hashPassword(deps.passwordPepper, toBase64Url(deps.randomBytes(SALT_BYTES)), password),
  });
  if (!checked.ok) return checked;
  return ok(isPlain(checked.value) ? null : checked.value);
}

export function readStatus(
  code: Pick<QrCode, 'control' | 'scansTaken' | 'disabledFor'>,
  nowMs: number,
): CodeStatus {
  const control = code.control ?? NO_CONTROL;
  return statusOf(
    { control, isDisabled: code.disabledFor !== null, isExhausted: isLimitUsedUp(control, code.scansTaken) },
    nowMs,
  );
}
