import type { ScanPeriod } from '#core/scans/period.ts';
import { TimeZones } from '../control/time-zones.tsx';

/** Fields by which forms choose scans. They send `from`, `to`, `tz` and `tag`. */

/** @param today the last day that can be chosen; without it, any */
export function DayFields({ period, today }: { readonly period: ScanPeriod; readonly today?: string }) {
  return (
    <>
      <label>
        From
        <input type="date" name="from" value={period.firstDay} min="2000-01-01" max={today} />
      </label>
      <label>
        To
        <input type="date" name="to" value={period.lastDay} min="2000-01-01" max={today} />
      </label>
    </>
  );
}

export function ZoneField({ zone }: { readonly zone: string }) {
  return (
    <>
      <label>
        Time zone
        <input
          name="tz"
          value={zone}
          list="time-zones"
          autocomplete="off"
          spellcheck={false}
          placeholder="Time zone of this device"
        />
      </label>
      <TimeZones />
    </>
  );
}

/** @param tag the chosen one, which may be none of the others any more */
export function TagChoice({ tags, tag }: { readonly tags: readonly string[]; readonly tag: string | null }) {
  const known = tag === null || tags.includes(tag) ? tags : [tag, ...tags];
  if (known.length === 0) return null;
  return (
    <label>
      Codes
      <select name="tag">
        <option value="">All codes</option>
        {known.map((name) => (
          <option value={name} selected={name === tag}>{`Tag ${name}`}</option>
        ))}
      </select>
    </label>
  );
}
