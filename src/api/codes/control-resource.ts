import type { Conditions } from '#core/control/conditions.ts';
import { NO_CONTROL, type RecordedControl } from '#core/control/control.ts';
import { toConditionsRequest } from '#core/control/to-request.ts';
import type { CountedQrCode } from '#service/codes/read.ts';

/** What decides about a code's scans, in its JSON form. */
export function toControlFields({ code, status }: Pick<CountedQrCode, 'code' | 'status'>) {
  return { status, ...toControlSettings(code.control ?? NO_CONTROL) };
}

/** What an owner decided, in its JSON form. */
export function toControlSettings(control: RecordedControl) {
  return {
    paused: control.isPaused,
    starts_at: toTimestamp(control.startsAtMs),
    ends_at: toTimestamp(control.endsAtMs),
    max_scans: control.maxScans,
    fallback_url: control.fallbackUrl,
    has_password: control.password !== null,
    rules: control.rules.map(({ name, target, when }) => ({ name, target, when: toWhen(when) })),
    variants: control.variants.length === 0 ? null : control.variants,
    forward_query: control.forwardsQuery,
  };
}

/** JSON leaves out what is undefined. */
function toWhen(conditions: Conditions) {
  const { notCountry, timeZone, ...when } = toConditionsRequest(conditions);
  return { ...when, not_country: notCountry, timezone: timeZone };
}

function toTimestamp(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
