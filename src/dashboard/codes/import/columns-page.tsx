import { say } from '#languages/say.ts';
import type { Form } from '../../frame/forms/form.ts';
import { Button } from '../../kit/buttons.tsx';
import { FilledForm } from '../../kit/field.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Table } from '../../kit/table.tsx';
import { COLUMN_PREFIX } from './read-upload.ts';
import type { SampledColumn } from './sample-columns.ts';
import { Steps } from './steps.tsx';
import { groupColumns } from './words.ts';

interface ColumnsPageProps {
  /** The file, the options of its import, and the chosen meanings. */
  readonly form: Form;
  readonly columns: readonly SampledColumn[];
}

/** The columns of a file against their first values, to say what each means. */
export function ColumnsPage({ form, columns }: ColumnsPageProps) {
  const hidden = Object.fromEntries(form.entries().filter(([name]) => !name.startsWith(COLUMN_PREFIX)));
  return (
    <section class="import stacked">
      <PageHead
        back={{ href: '/codes/import', label: say('Choose another file') }}
        title={say('Import codes')}
      />
      <Steps current="Columns" />
      <p>{say('Say what each column contains. Only the target is required.')}</p>
      <FilledForm form={form} action="/codes/import" enctype="multipart/form-data" hidden={hidden}>
        <Table
          columns={[{ label: say('Column') }, { label: say('First values') }, { label: say('Becomes') }]}
        >
          {columns
            .filter(({ name }) => name !== '')
            .map((column) => (
              <tr>
                <th scope="row">
                  <bdi>{column.name}</bdi>
                </th>
                <td class="values">
                  {column.values.map((value) => (
                    <bdi class="one-line muted">{value}</bdi>
                  ))}
                </td>
                <td>
                  <Meaning name={COLUMN_PREFIX + column.name} column={column} form={form} />
                </td>
              </tr>
            ))}
        </Table>
        <Button>{say('Check the rows')}</Button>
      </FilledForm>
    </section>
  );
}

interface MeaningProps {
  readonly name: string;
  readonly column: SampledColumn;
  readonly form: Form;
}

function Meaning({ name, column, form }: MeaningProps) {
  const chosen = form.has(name) ? form.value(name) : (column.meaning ?? '');
  return (
    <select name={name} aria-label={say('What “{column}” becomes', { column: column.name })}>
      <option value="">{say('Not imported')}</option>
      {groupColumns().map(([group, fields]) => {
        const options = fields.map(({ value, label }) => (
          <option value={value} selected={value === chosen}>
            {label}
          </option>
        ));
        return group === '' ? options : <optgroup label={group}>{options}</optgroup>;
      })}
    </select>
  );
}
