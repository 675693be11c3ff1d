import { say } from '#languages/say.ts';
import { useContext } from 'hono/jsx';
import type { TypedForm } from '../typed-form.ts';
import { Filled, Notes } from '../field.tsx';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface PickerProps {
  /** Each box is named after it and its value, as in `rule.when.country_DE`: `listPicked` reads them. */
  readonly name: string;
  readonly legend: string;
  readonly choices: readonly Choice[];
  /** Shows all of them at once, in their order. */
  readonly isWhole?: boolean;
  /** Unless a field of the same name shows its error. */
  readonly hasNotes?: boolean;
  /** Choices that few need, below the others: they open by themselves if one of them is chosen. */
  readonly more?: { readonly label: string; readonly choices: readonly Choice[] };
}

/** More than these are worth a search. */
const SHORT = 12;

/** Any number of many values, as boxes in a list that scrolls; the chosen ones come first. The script adds a search: browser/forms/picker.ts. */
export function Picker({ name, legend, choices, isWhole = false, hasNotes = true, more }: PickerProps) {
  const form = useContext(Filled);
  const isPicked = ({ value }: Choice) => form.isChecked(`${name}_${value}`);
  const picked = choices.filter(isPicked);
  const listed = isWhole ? choices : [...picked, ...choices.filter((choice) => !isPicked(choice))];
  return (
    <fieldset class={isWhole ? 'picker whole' : 'picker'} data-picker={!isWhole}>
      <legend>{legend}</legend>
      {hasNotes ? <Notes name={name} /> : null}
      {choices.length > SHORT && !isWhole ? (
        <>
          <p class="picked muted" data-picked>
            {picked.map(({ label }) => label).join(', ')}
          </p>
          <input
            type="search"
            aria-label={say('Search: {what}', { what: legend })}
            placeholder={say('Search')}
            hidden
          />
        </>
      ) : null}
      <Boxes name={name} choices={listed} />
      {more ? (
        <details open={more.choices.some(isPicked)}>
          <summary>{more.label}</summary>
          <Boxes name={name} choices={more.choices} />
        </details>
      ) : null}
    </fieldset>
  );
}

function Boxes({ name, choices }: Pick<PickerProps, 'name' | 'choices'>) {
  const form = useContext(Filled);
  return (
    <ul>
      {choices.map(({ value, label }) => (
        <li>
          <label>
            <input
              type="checkbox"
              name={`${name}_${value}`}
              value="on"
              checked={form.isChecked(`${name}_${value}`)}
              data-value={value}
            />
            {label}
          </label>
        </li>
      ))}
    </ul>
  );
}

/** The boxes of a picker, for the form that shows it first. */
export function toPicked(name: string, values: readonly string[]): [name: string, value: string][] {
  return values.map((value) => [`${name}_${value}`, 'on']);
}

/** The values that were chosen, in the order of the choices. */
export function listPicked(form: TypedForm, name: string, values: readonly string[]): string[] {
  return values.filter((value) => form.isChecked(`${name}_${value}`));
}
