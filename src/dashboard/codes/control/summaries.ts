import type { QrCode } from '#core/codes/qr-code.ts';
import { NO_CONTROL } from '#core/control/control.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { say } from '#languages/say.ts';
import { listFlagDeeds } from './flags.ts';
import { describeConditions, describePreview, describeUtm, formatTime } from './words.ts';
import { formatPercent } from '../../kit/format-count.ts';

/** One line for each card of the page “What happens on a scan”: its present state. */

interface Summaries {
  readonly limits: string;
  readonly access: string;
  readonly rules: string;
  readonly variants: string;
  readonly campaign: string;
  readonly preview: string;
  readonly links: string;
}

export function summarizeControl(code: QrCode, timeZone: TimeZone): Summaries {
  const control = code.control ?? NO_CONTROL;
  const { rules, variants, password, utm, preview } = control;
  const [first] = rules;
  return {
    limits: listStates([
      control.isPaused === true && say('Paused'),
      describePeriod(control, timeZone),
      control.maxScans !== null &&
        say('{taken, number} of {most, number} scans used', {
          taken: Math.min(code.scansTaken, control.maxScans),
          most: control.maxScans,
        }),
      control.fallbackUrl !== null &&
        say('Fallback: {address}', { address: toShortAddress(control.fallbackUrl) }),
    ]),
    access: listStates([
      password === null ? say('No password') : say('Asks for a password'),
      ...listFlagDeeds(control),
    ]),
    rules: first
      ? say('{count, plural, one {# rule} other {# rules}}: {conditions} → {address}', {
          count: rules.length,
          conditions: describeConditions(first.when),
          address: toShortAddress(first.target) + (rules.length > 1 ? ' …' : ''),
        })
      : say('No rules: every scan is treated the same'),
    variants:
      variants.length === 0
        ? say('No test: every visitor gets the same target')
        : variants.map(({ name, weight }) => `${name} ${formatPercent(weight / 100)}`).join(' · '),
    campaign: utm ? describeUtm(utm) : say('None: the target stays as it is'),
    preview: preview ? describePreview(preview) : say('The target’s own'),
    links:
      control.links?.map(({ title }) => title).join(' · ') || say('None: every scan leads to the target'),
  };
}

function describePeriod(
  { startsAtMs, endsAtMs, maxScans }: typeof NO_CONTROL,
  timeZone: TimeZone,
): string | false {
  const start = startsAtMs === null ? null : formatTime(startsAtMs, timeZone);
  const end = endsAtMs === null ? null : formatTime(endsAtMs, timeZone);
  if (start !== null && end !== null) return say('From {start} until {end}', { start, end });
  if (start !== null) return say('From {start}', { start });
  if (end !== null) return say('Until {end}', { end });
  return maxScans === null ? say('Always, without a limit') : say('At any time');
}

function listStates(states: readonly (string | false)[]): string {
  return states.filter((state) => state !== false).join(' · ');
}

/** Without what every address begins with. */
function toShortAddress(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
