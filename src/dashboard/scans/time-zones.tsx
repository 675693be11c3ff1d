import type { FieldSpec } from '../frame/forms/field-table.tsx';

/** A field for a time zone, which proposes those of `TimeZones`. */
export const TIME_ZONE = {
  attributes: { list: 'time-zones', autocomplete: 'off', spellcheck: 'false' },
} as const satisfies Omit<FieldSpec, 'label'>;

/** Needed once on a page with such fields. */
export function TimeZones() {
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC');
  return (
    <datalist id="time-zones">
      {['UTC', ...others].map((zone) => (
        <option value={zone} />
      ))}
    </datalist>
  );
}
