import type { QrCode } from '#core/codes/qr-code.ts';
import { findUnmetCondition } from '#core/control/conditions.ts';
import { NO_CONTROL } from '#core/control/control.ts';
import { parseCountryCode, parseRegionCode } from '#core/control/countries.ts';
import { decide, type Outcome } from '#core/control/decide.ts';
import { listAcceptedLanguages } from '#core/control/accepted-languages.ts';
import { parseLocalTime } from '#core/control/local-clock.ts';
import type { Visit } from '#core/control/visit.ts';
import { isDevice } from '#core/scans/device.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import type { Form } from '../frame/form.ts';
import { UNMET } from './words.ts';

/** Where a scan would go, and why. */
export interface Trial {
  readonly outcome: Outcome;
  /** The rules before the one that matched, each with the first of its conditions that did not hold. */
  readonly passedOver: readonly { readonly rule: string; readonly why: string }[];
}

/** Decides about an imagined scan as the short-link Worker would about a real one. */
export function tryScan(code: QrCode, form: Form, timeZone: TimeZone, nowMs: number): Trial {
  const control = code.control ?? NO_CONTROL;
  const visit = toVisit(form);
  const atMs = parseLocalTime(form.trimmed('test_at'), timeZone) ?? nowMs;
  const isExhausted = control.maxScans !== null && code.scansTaken >= control.maxScans;
  const state = {
    isDeleted: false,
    isDisabled: false,
    isExhausted,
    target: code.redirectTo ?? code.target,
    control,
  };
  const outcome = decide(state, visit, atMs);
  const passedOver: { rule: string; why: string }[] = [];
  if (outcome.kind === 'led') {
    for (const { name, when } of control.rules) {
      const unmet = findUnmetCondition(when, visit, atMs);
      if (unmet === null) break;
      passedOver.push({ rule: name, why: UNMET[unmet] });
    }
  }
  return { outcome, passedOver };
}

function toVisit(form: Form): Visit {
  const device = form.value('test_device');
  const share = Number(form.trimmed('test_visitor') || 0);
  const region = parseRegionCode(form.trimmed('test_country'));
  return {
    country: region?.slice(0, 2) ?? parseCountryCode(form.trimmed('test_country')),
    region,
    languages: listAcceptedLanguages(form.trimmed('test_language')),
    os: form.value('test_os') || null,
    device: isDevice(device) ? device : null,
    browser: form.value('test_browser') || null,
    query: form.trimmed('test_query').replace(/^\?/, ''),
    visitorShare: Number.isInteger(share) && share >= 0 && share <= 99 ? share : 0,
    isAdmitted: form.isChecked('test_password'),
  };
}
