import { type Child, type PropsWithChildren, useContext } from 'hono/jsx';
import { type FieldProps, Notes, Filled } from '../../../kit/field.tsx';

interface Tile {
  readonly value: string;
  readonly label: string;
  /** Adds nothing to its label. */
  readonly picture: Child;
}

interface TilesProps extends Pick<FieldProps, 'name' | 'label' | 'hint'> {
  readonly tiles: readonly Tile[];
  /** Tiles that few need, below the others: they open by themselves if one of them is chosen. */
  readonly more?: { readonly label: string; readonly tiles: readonly Tile[] };
  /** Their labels are names or several words. */
  readonly areWide?: boolean;
  /** The fields around it have the same heading. */
  readonly isAlone?: boolean;
}

/** Pictures to choose one from: radio buttons, with an error and a hint like any field. `children` stand below them. */
export function Tiles(props: PropsWithChildren<TilesProps>) {
  const { name, label, hint, tiles, more, areWide, isAlone = false, children } = props;
  const form = useContext(Filled);
  const checked = [...tiles, ...(more?.tiles ?? [])].find(({ value }) => value === form.value(name));
  const focused = form.focused === name ? (checked ?? tiles[0]) : undefined;
  const toTile = (tile: Tile) => (
    <TileChoice name={name} tile={tile} isChecked={tile === checked} isFocused={tile === focused} />
  );
  const hasError = form.error(name) !== undefined;
  const described = [hasError ? `${name}-error` : '', hint === undefined ? '' : `${name}-hint`]
    .join(' ')
    .trim();
  return (
    <fieldset
      class={areWide ? 'field tiles wide' : 'field tiles'}
      id={name}
      role="radiogroup"
      aria-invalid={hasError ? 'true' : undefined}
      aria-describedby={described === '' ? undefined : described}
    >
      <legend class={isAlone ? 'visually-hidden' : undefined}>{label}</legend>
      <div>{tiles.map(toTile)}</div>
      {more && more.tiles.length > 0 ? (
        <details open={checked && more.tiles.includes(checked)}>
          <summary>{more.label}</summary>
          <div>{more.tiles.map(toTile)}</div>
        </details>
      ) : null}
      {children}
      <Notes name={name} hint={hint} />
    </fieldset>
  );
}

interface TileChoiceProps {
  readonly name: string;
  readonly tile: Tile;
  readonly isChecked?: boolean;
  readonly isFocused?: boolean;
}

/** One of the tiles. */
export function TileChoice({ name, tile, isChecked, isFocused }: TileChoiceProps) {
  return (
    <label class="tile">
      <input
        type="radio"
        name={name}
        value={tile.value}
        checked={isChecked}
        autofocus={isFocused ? true : undefined}
      />
      {tile.picture}
      <span>{tile.label}</span>
    </label>
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
