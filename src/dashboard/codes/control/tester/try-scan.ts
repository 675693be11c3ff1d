import type { QrCode } from '#core/codes/qr-code.ts';
import { findUnmetCondition } from '#core/control/conditions.ts';
import { NO_CONTROL } from '#core/control/control.ts';
import { parseCountryCode, parseRegionCode } from '#core/control/countries.ts';
import { decide, type Decision } from '#core/control/decide.ts';
import { listAcceptedLanguages } from '#core/control/accepted-languages.ts';
import { parseLocalTime } from '#core/control/local-clock.ts';
import { SHARES } from '#core/control/variants.ts';
import { FACTS, mapFacts } from '#core/control/facts.ts';
import type { TypedLink } from '#core/gs1/typed-link.ts';
import type { Facts, Visit } from '#core/control/visit.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { say } from '#languages/say.ts';
import type { Form } from '../../../frame/forms/form.ts';
import { UNMET } from '../words.ts';

/** Where a scan would go, and why. */
export interface Trial {
  readonly outcome: Decision | { readonly kind: 'no_link' };
  /** For a link of a GS1 code: those that suit alike, and the name of their level. */
  readonly found?: { readonly level: string; readonly links: readonly TypedLink[] };
  /** The rules before the matching one, each with its first condition that failed. */
  readonly passedOver: readonly { readonly rule: string; readonly why: string }[];
}

/** Decides about an imagined scan as the short-link Worker would about a real one; null if the form has a problem. */
export function tryScan(code: QrCode, form: Form, timeZone: TimeZone, nowMs: number): Trial | null {
  const control = code.control ?? NO_CONTROL;
  const atMs = readAt(form, timeZone, nowMs);
  const visit = toVisit(form);
  if (form.hasErrors) return null;
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
      passedOver.push({ rule: name, why: say(UNMET[unmet]) });
    }
  }
  return { outcome, passedOver };
}

function readAt(form: Form, timeZone: TimeZone, nowMs: number): number {
  const text = form.trimmed('test_at').slice(0, 16);
  const atMs = text === '' ? nowMs : parseLocalTime(text, timeZone);
  if (atMs === null) form.refuse('test_at', say('Write a time like 2026-12-24T18:00.'));
  return atMs ?? nowMs;
}

function toVisit(form: Form): Visit {
  const place = form.trimmed('test_region');
  const region = parseRegionCode(place);
  if (place !== '' && region === null) form.refuse('test_region', say('Write a region like DE-BY.'));
  return {
    country: region?.slice(0, 2) ?? parseCountryCode(form.value('test_country')),
    region,
    languages: listAcceptedLanguages(form.trimmed('test_language')),
    ...(mapFacts(
      (name) => FACTS[name].find((value) => value === form.value(`test_${name}`)) ?? null,
    ) as Facts),
    query: form.trimmed('test_query').replace(/^\?/, ''),
    visitorShare: readShare(form),
    isAdmitted: form.isChecked('test_password'),
  };
}

function readShare(form: Form): number {
  const share = Number(form.trimmed('test_visitor'));
  if (Number.isInteger(share) && share >= 0 && share < SHARES) return share;
  form.refuse('test_visitor', say('Write a whole number from 0 to 99.'));
  return 0;
}
