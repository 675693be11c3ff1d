import { useContext } from 'hono/jsx';
import { LONGEST_CONTROL_NAME, MAX_VARIANTS, MIN_VARIANTS } from '#core/control/checks/control-request.ts';
import { Filled, Field, FilledForm } from '../kit/field.tsx';
import { Flash } from '../kit/flash.tsx';
import type { Form } from '../frame/forms/form.ts';
import { ShareBar, ShareKey } from './share-bar.tsx';
import type { SharedProps } from './read-form.ts';

interface VariantsFormProps extends Pick<SharedProps, 'path' | 'opened'> {
  readonly form: Form;
  /** Where the page shows an error. */
  readonly section: string;
}

type VariantsProps = Omit<VariantsFormProps, 'section'> & {
  /** The current number of variants. */
  readonly count: number;
};

const EMPTY_ROWS = 2;

/** The split of visitors among several targets, with a bar for the shares. */
export function VariantsSection({ form, count, ...shared }: VariantsProps) {
  const shares = listFilled(form).map((i) => Math.max(0, Number(form.value(`variant_${i}_weight`)) || 0));
  return (
    <section id="variants" aria-labelledby="variants-heading">
      <h2 id="variants-heading">Variants</h2>
      <Flash section="variants" />
      <p>
        Split the visitors who match no rule among several targets. The current target only takes part if you
        list it. The shares must add up to 100%. Leave all rows empty if you do not want to split visitors.
      </p>
      {count > 0 ? <ShareBar shares={shares} /> : null}
      <VariantsForm {...shared} form={form} section="variants" />
    </section>
  );
}

/** The variants, a row each, with empty rows for more. */
export function VariantsForm({ path, opened, form, section }: VariantsFormProps) {
  const rows = Math.min(
    MAX_VARIANTS,
    Math.max((listFilled(form).at(-1) ?? -1) + 1 + EMPTY_ROWS, MIN_VARIANTS),
  );
  return (
    <FilledForm form={form} action={`${path}/control/variants#${section}`} data-unsaved hidden={opened}>
      {Array.from({ length: rows }, (_, i) => (
        <VariantRow i={i} />
      ))}
      <button type="submit">Save variants</button>
    </FilledForm>
  );
}

function listFilled(form: Form): number[] {
  return Array.from({ length: MAX_VARIANTS }, (_, i) => i).filter(
    (i) => form.value(`variant_${i}_weight`) !== '',
  );
}

function VariantRow({ i }: { readonly i: number }) {
  const form = useContext(Filled);
  const name = (part: string) => `variant_${i}_${part}`;
  return (
    <fieldset class="variant">
      <legend>
        {form.value(name('weight')) === '' ? null : <ShareKey i={i} />}Variant {i + 1}
      </legend>
      <Field
        name={name('name')}
        label="Name"
        attributes={{ maxlength: LONGEST_CONTROL_NAME, autocomplete: 'off' }}
      />
      <Field name={name('weight')} label="Share in %" attributes={{ type: 'number', min: 0, max: 100 }} />
      <Field
        name={name('target')}
        label="Leads to"
        attributes={{ inputmode: 'url', autocomplete: 'off', spellcheck: 'false' }}
      />
    </fieldset>
  );
}
