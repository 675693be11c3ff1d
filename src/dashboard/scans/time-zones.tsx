import type { FieldSpec } from '../frame/forms/field-table.tsx';

/** A field for a time zone, which proposes those of `TimeZones`. */
export const TIME_ZONE = {
  attributes: { list: 'time-zones', autocomplete: 'off', spellcheck: 'false' },
} as const satisfies Omit<FieldSpec, 'label'>;

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** Needed once on a page with such fields. */
export function TimeZones() {
  return (
    <datalist id="time-zones">
      {ZONES.map((zone) => (
        <option value={zone} />
      ))}
    </datalist>
  );
}
