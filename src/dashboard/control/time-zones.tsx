import { Field } from '../kit/field.tsx';

interface ZoneFieldProps {
  readonly name: string;
  readonly label: string;
  /** The script fills in the browser's zone. */
  readonly isProposed?: boolean;
}

/** A field for a time zone, which proposes those of `TimeZones`. */
export function TimeZoneField({ isProposed, ...field }: ZoneFieldProps) {
  const attributes = {
    list: 'time-zones',
    autocomplete: 'off',
    spellcheck: 'false',
    'data-time-zone': isProposed,
  };
  return <Field {...field} attributes={attributes} />;
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
