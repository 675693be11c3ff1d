import { type Conditions, WEEKDAYS } from '#core/control/conditions.ts';
import type { ControlledCode, Decision } from '#core/control/decide.ts';
import type { Visit } from '#core/control/visit.ts';

/** A second implementation of the decision, slow and obvious. It shares nothing with the first. */
export function decideObviously(code: ControlledCode, visit: Visit, nowMs: number): Decision {
  const { control } = code;
  const blocked = (status: Extract<Decision, { kind: 'blocked' }>['status']): Decision => ({
    kind: 'blocked',
    status,
    fallbackUrl: status === 'disabled' ? null : control.fallbackUrl,
    opensAtMs: status === 'scheduled' ? control.startsAtMs : null,
  });
  const start = control.startsAtMs ?? Number.NEGATIVE_INFINITY;
  const end = control.endsAtMs ?? Number.POSITIVE_INFINITY;
  if (code.isDeleted) return { kind: 'deleted' };
  if (code.isDisabled) return blocked('disabled');
  if (control.isPaused) return blocked('paused');
  if (start > nowMs) return blocked('scheduled');
  if (!(nowMs < end)) return blocked('ended');
  if (code.isExhausted) return blocked('exhausted');
  if (control.password !== null && !visit.isAdmitted) return { kind: 'locked' };

  const rule = control.rules.find(({ when }) => namesThatFail(when, visit, nowMs).length === 0);
  const hundred = control.variants.flatMap((variant) =>
    Array.from({ length: variant.weight }, () => variant),
  );
  const variant = rule ? undefined : hundred[visit.visitorShare];
  const own = rule ? rule.target : variant ? variant.target : code.target;
  const target = withQuery(own, toQuery(control.utm ?? {}));
  return {
    kind: 'led',
    target: control.forwardsQuery ? withQuery(target, visit.query) : target,
    rule: rule ? rule.name : null,
    variant: variant ? variant.name : null,
    isLimited: control.maxScans !== null,
  };
}

/** Every condition that fails. */
export function namesThatFail(when: Conditions, visit: Visit, nowMs: number): string[] {
  const holds: Record<string, boolean> = {
    country: !when.country || (visit.country !== null && when.country.some((c) => c === visit.country)),
    notCountry:
      !when.notCountry || (visit.country !== null && when.notCountry.every((c) => c !== visit.country)),
    region: !when.region || (visit.region !== null && when.region.some((r) => r === visit.region)),
    os: !when.os || (visit.os !== null && when.os.some((o) => o === visit.os)),
    device: !when.device || (visit.device !== null && when.device.some((d) => d === visit.device)),
    browser: !when.browser || (visit.browser !== null && when.browser.some((b) => b === visit.browser)),
    source: !when.source || (visit.source !== null && when.source.some((s) => s === visit.source)),
    language:
      !when.language || when.language.some((wanted) => visit.languages.some((tag) => fits(tag, wanted))),
    query: Object.entries(when.query ?? {}).every(([name, value]) =>
      parametersOf(visit.query).some(([n, v]) => n === name && (value === null || v === value)),
    ),
    fromMs: when.fromMs === undefined || nowMs >= when.fromMs,
    untilMs: when.untilMs === undefined || nowMs < when.untilMs,
    'weekdays or hours': isInWeek(when, nowMs),
  };
  return Object.keys(holds).filter((name) => !holds[name]);
}

const MINUTES_OF_WEEK = 7 * 24 * 60;

/** The week as 10,080 minutes: a window begins on each of its weekdays, and may end on the following day. */
function isInWeek({ weekdays, hours, timeZone }: Conditions, nowMs: number): boolean {
  const now = minuteOfWeek(nowMs, timeZone);
  const { from, until } = hours ?? { from: 0, until: 24 * 60 };
  const length = until > from ? until - from : until + 24 * 60 - from;
  return (weekdays ?? WEEKDAYS).some((day) => {
    const start = WEEKDAYS.indexOf(day) * 24 * 60 + from;
    return (now - start + MINUTES_OF_WEEK) % MINUTES_OF_WEEK < length;
  });
}

const formats = new Map<string, Intl.DateTimeFormat>();

function minuteOfWeek(timeMs: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(timeZone, format);
  const parts = format.formatToParts(timeMs);
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const day = (WEEKDAYS as readonly string[]).indexOf(read('weekday').toLowerCase());
  return day * 24 * 60 + Number(read('hour')) * 60 + Number(read('minute'));
}

function fits(tag: string, wanted: string): boolean {
  const subtags = tag.split('-');
  return wanted.split('-').every((subtag, i) => subtags[i] === subtag);
}

function parametersOf(query: string): [string, string][] {
  return query
    .split('&')
    .filter((piece) => piece !== '')
    .map((piece) => {
      const [name = '', ...value] = piece.split('=');
      return [decode(name), decode(value.join('='))];
    });
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function toQuery(utm: Readonly<Record<string, string | null>>): string {
  return Object.entries(utm)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `utm_${name}=${encodeURIComponent(value ?? '')}`)
    .join('&');
}

function withQuery(target: string, query: string): string {
  const [, base = '', own = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(target) ?? [];
  const ownNames = parametersOf(own.slice(1)).map(([name]) => name);
  const added = query
    .split('&')
    .filter((piece) => piece !== '' && !ownNames.includes(decode(piece.split('=')[0] ?? '')));
  if (added.length === 0) return target;
  const joined =
    own === ''
      ? `?${added.join('&')}`
      : /[?&]$/.test(own)
        ? own + added.join('&')
        : `${own}&${added.join('&')}`;
  return base + joined + hash;
}
