import { useContext } from 'hono/jsx';
import { type FieldProps, Filled, Labelled, useControl } from '../../../kit/field.tsx';

const TYPED = {
  maxlength: 7,
  autocomplete: 'off',
  autocapitalize: 'none',
  spellcheck: 'false',
} as Readonly<Record<string, string | number>>;

interface ColorFieldProps extends Omit<FieldProps, 'attributes'> {
  /** The name of the same field as text. */
  readonly typed: string;
}

/** A colour picker. With the script, the colour can be typed or pasted too: the second input has no name, and is never sent. */
export function ColorField({ name, label, typed, hint }: ColorFieldProps) {
  const value = useContext(Filled).value(name);
  return (
    <Labelled name={name} label={label} hint={hint}>
      <div class="color row">
        <input type="color" {...useControl(name, hint)} value={value} />
        <input
          type="text"
          data-twin={name}
          aria-label={typed}
          value={value}
          pattern="#?([0-9A-Fa-f]{3}){1,2}"
          {...TYPED}
        />
      </div>
    </Labelled>
  );
}
