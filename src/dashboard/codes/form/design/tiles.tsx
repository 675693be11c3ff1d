import { type Child, useContext } from 'hono/jsx';
import { type FieldProps, Notes, Filled } from '../../../kit/field.tsx';

interface Tile {
  readonly value: string;
  readonly label: string;
  /** Adds nothing to its label. */
  readonly picture: Child;
}

interface TilesProps extends Pick<FieldProps, 'name' | 'label' | 'hint'> {
  readonly tiles: readonly Tile[];
  /** The fields around it have the same heading. */
  readonly isAlone?: boolean;
}

/** Pictures to choose one from: radio buttons, with an error and a hint like any field. */
export function Tiles({ name, label, hint, tiles, isAlone = false }: TilesProps) {
  const form = useContext(Filled);
  const checked = tiles.findIndex(({ value }) => value === form.value(name));
  const hasError = form.error(name) !== undefined;
  const described = [hasError ? `${name}-error` : '', hint === undefined ? '' : `${name}-hint`]
    .join(' ')
    .trim();
  return (
    <fieldset
      class="field tiles"
      id={name}
      role="radiogroup"
      aria-invalid={hasError ? 'true' : undefined}
      aria-describedby={described === '' ? undefined : described}
    >
      <legend class={isAlone ? 'visually-hidden' : undefined}>{label}</legend>
      <div>
        {tiles.map(({ value, label: words, picture }, i) => (
          <label class="tile">
            <input
              type="radio"
              name={name}
              value={value}
              checked={form.value(name) === value}
              autofocus={form.focused === name && i === Math.max(0, checked) ? true : undefined}
            />
            {picture}
            <span>{words}</span>
          </label>
        ))}
      </div>
      <Notes name={name} hint={hint} />
    </fieldset>
  );
}

/** Says elsewhere which tile is chosen; the script keeps it up to date. */
export function Chosen({ name, tiles }: Pick<TilesProps, 'name' | 'tiles'>) {
  const form = useContext(Filled);
  const chosen = tiles.find(({ value }) => value === form.value(name));
  return (
    <span class="chosen row fine" data-chosen={name}>
      {chosen?.picture}
      <span>{chosen?.label}</span>
    </span>
  );
}
