import { Field } from '../kit/field.tsx';

/** A field for a time zone, which proposes those of `TimeZones`. */
export function TimeZoneField(field: { readonly name: string; readonly label: string }) {
  return <Field {...field} attributes={{ list: 'time-zones', autocomplete: 'off', spellcheck: 'false' }} />;
}

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
