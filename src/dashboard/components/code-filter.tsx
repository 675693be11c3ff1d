import { CONTENT_TYPES } from '../../core/content.ts';
import { LONGEST_SEARCH } from '../../core/qr-code-limits.ts';
import { CONTENT_LABELS } from '../content-labels.ts';
import type { Form } from '../form.ts';
import { Field, Select } from './field.tsx';

const TYPES = [
  { value: '', label: 'All contents' },
  ...CONTENT_TYPES.map((type) => ({ value: type, label: CONTENT_LABELS[type] })),
];

const KINDS = [
  { value: '', label: 'All kinds' },
  { value: 'dynamic', label: 'Dynamic' },
  { value: 'static', label: 'Static' },
];

/** Search and filters of the list; an address holds them, so that a search can be kept. */
export function CodeFilter({ form, isFiltered }: { readonly form: Form; readonly isFiltered: boolean }) {
  return (
    <search>
      <form class="filter" action="/codes">
        <Field
          form={form}
          name="q"
          label="Search"
          attributes={{
            type: 'search',
            maxlength: LONGEST_SEARCH,
            placeholder: 'Title or target',
            autocomplete: 'off',
          }}
        />
        <Select form={form} name="type" label="Content" options={TYPES} />
        <Select form={form} name="kind" label="Kind" options={KINDS} />
        <div class="filter-actions">
          <button type="submit" class="secondary">
            Search
          </button>
          {isFiltered || form.hasErrors ? <a href="/codes">Clear</a> : null}
        </div>
      </form>
    </search>
  );
}
