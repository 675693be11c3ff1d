import { CONTENT_TYPES } from '#core/content/content.ts';
import { LONGEST_SEARCH } from '#core/codes/limits.ts';
import { CODE_STATUSES } from '#core/control/status.ts';
import { STATUS_NAMES } from '../../control/words.ts';
import { CONTENT_LABELS } from '../content-labels.ts';
import type { Form } from '../../frame/form.ts';
import { Field, Select } from '../../frame/field.tsx';

const TYPES = [
  { value: '', label: 'All contents' },
  ...CONTENT_TYPES.map((type) => ({ value: type, label: CONTENT_LABELS[type] })),
];

const KINDS = [
  { value: '', label: 'All kinds' },
  { value: 'dynamic', label: 'Dynamic' },
  { value: 'static', label: 'Static' },
];

const STATES = [
  { value: '', label: 'All states' },
  ...CODE_STATUSES.map((status) => ({ value: status, label: STATUS_NAMES[status] })),
];

/** Search and filters of the list. The address holds them, so that people can bookmark a search. */
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
        <Select form={form} name="status" label="State" options={STATES} />
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
