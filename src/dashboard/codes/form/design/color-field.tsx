import { controlAttributes, type FieldProps, Labelled } from '../../../kit/field.tsx';

const TYPED = {
  maxlength: 7,
  autocomplete: 'off',
  autocapitalize: 'none',
  spellcheck: 'false',
} as Readonly<Record<string, string | number>>;

/** A colour to pick. With the script it can be typed or pasted too: the second input has no name, and is never sent. */
export function ColorField({ form, name, label, hint }: Omit<FieldProps, 'attributes'>) {
  const value = form.value(name);
  return (
    <Labelled form={form} name={name} label={label} hint={hint}>
      <div class="color">
        <input type="color" {...controlAttributes(form, name, hint)} value={value} />
        <input
          type="text"
          data-twin={name}
          aria-label={`${label.replace(' colour', '')} as #rrggbb`}
          value={value}
          pattern="#?([0-9A-Fa-f]{3}){1,2}"
          {...TYPED}
        />
      </div>
    </Labelled>
  );
}
