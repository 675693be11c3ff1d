import { useContext } from 'hono/jsx';
import { LONGEST_CONTROL_NAME, MAX_VARIANTS, MIN_VARIANTS } from '#core/control/checks/control-request.ts';
import { say } from '#languages/say.ts';
import { Button, ButtonRow } from '../../kit/buttons.tsx';
import { Filled, FilledForm } from '../../kit/field.tsx';
import { Fields, fieldsOf, type FieldTable } from '../../frame/forms/field-table.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { ShareBar, ShareKey } from './share-bar.tsx';
import type { SharedProps } from './limits-section.tsx';

interface VariantsFormProps extends Pick<SharedProps, 'path' | 'opened'> {
  readonly form: Form;
  /** Where the page shows an error. */
  readonly section: string;
  /** Whether there is a split to end. */
  readonly isSplit?: boolean;
}

/**
 * The variants, a row each, and room for one more. Beside two of them the script shows a slider, and whichever share changes, it changes the
 * others: browser/forms/split-shares.ts.
 */
export function VariantsForm({ path, opened, form, section, isSplit = true }: VariantsFormProps) {
  const filled = Array.from({ length: MAX_VARIANTS }, (_, i) => i).filter((i) => isFilled(form, i));
  const count = Math.max((filled.at(-1) ?? -1) + 1, MIN_VARIANTS);
  const shares = Array.from({ length: Math.min(count + 1, MAX_VARIANTS) }, (_, i) => readShare(form, i));
  return (
    <FilledForm
      form={form}
      action={`${path}/control/variants#${section}`}
      class="split-form"
      data-unsaved
      data-split
      hidden={opened}
    >
      {shares.slice(0, count).map((_, i) => (
        <VariantRow i={i} />
      ))}
      <div class="share-slider">
        <ShareBar shares={shares} />
        <input
          type="range"
          min="0"
          max="100"
          value={String(shares[0])}
          aria-label={say('Share of the first variant in %')}
          data-share-slider
          hidden
        />
      </div>
      {shares.length > count ? (
        <details>
          <summary>{say('Add a variant')}</summary>
          <VariantRow i={count} />
        </details>
      ) : null}
      <ButtonRow>
        <Button>{isSplit ? say('Save the variants') : say('Start the test')}</Button>
        {isSplit ? (
          <Button kind="second" name="end" value="on">
            {say('End the test')}
          </Button>
        ) : null}
      </ButtonRow>
    </FilledForm>
  );
}

function isFilled(form: Form, i: number): boolean {
  return Object.keys(variantFields(i)).some((name) => form.value(name) !== '');
}

function readShare(form: Form, i: number): number {
  return Math.min(100, Math.max(0, Number(form.value(`variants[${i}].weight`)) || 0));
}

const VARIANT = {
  name: { kind: 'name', label: 'Name', attributes: { maxlength: LONGEST_CONTROL_NAME } },
  target: { kind: 'address', label: 'Leads to' },
  weight: { kind: 'whole', label: 'Share in %', attributes: { min: 0, max: 100, 'data-share': true } },
} as const satisfies FieldTable;

const variantFields = (i: number) => fieldsOf(`variants[${i}]`, VARIANT);

/** Those of all variants that a code can have. */
export const VARIANTS: FieldTable = Object.assign(
  {},
  ...Array.from({ length: MAX_VARIANTS }, (_, i) => variantFields(i)),
);

function VariantRow({ i }: { readonly i: number }) {
  const form = useContext(Filled);
  return (
    <fieldset class="variant grid">
      <legend>
        {form.value(`variants[${i}].weight`) === '' ? null : <ShareKey i={i} />}
        {say('Variant {place, number}', { place: i + 1 })}
      </legend>
      <Fields of={variantFields(i)} />
    </fieldset>
  );
}
