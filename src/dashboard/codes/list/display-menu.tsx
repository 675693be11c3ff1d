import type { ListSort } from '#core/lists/sort.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { Button } from '../../kit/buttons.tsx';
import { Menu, MenuItems } from '../../kit/choices/menu.tsx';
import { COLUMNS, type Columns } from './columns.ts';
import { type CodeListQuery, toListPath, withSort } from './list-query.ts';

/** Every order has a name here; the heads of the columns link to some of them. */
const ORDERS: readonly { readonly sort: ListSort; readonly label: PlainMessage }[] = [
  { sort: '-created_at', label: 'Newest first' },
  { sort: 'created_at', label: 'Oldest first' },
  { sort: '-updated_at', label: 'Recently changed first' },
  { sort: '-scans', label: 'Most scans first' },
  { sort: '-last_scan_at', label: 'Recently scanned first' },
  { sort: 'title', label: 'By title' },
];

export function findOrder(value: string): PlainMessage | undefined {
  return ORDERS.find(({ sort }) => sort === value)?.label;
}

/** The order of the list, and on a wide screen its columns. */
export function DisplayMenu({
  query,
  columns,
}: {
  readonly query: CodeListQuery;
  readonly columns: Columns;
}) {
  const { parameters, sort: current } = query;
  return (
    <Menu label={say('Display')} icon="sliders-horizontal">
      <p class="group">{say('Order')}</p>
      <MenuItems label={say('Order')}>
        {ORDERS.map(({ sort, label }) => (
          <li>
            <a
              href={toListPath(withSort(parameters, sort))}
              aria-current={sort === current ? 'true' : undefined}
            >
              {say(label)}
            </a>
          </li>
        ))}
      </MenuItems>
      <form class="columns-shown" action="/codes">
        {parameters.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {/* Sent even if no box is ticked. */}
        <input type="hidden" name="columns" value="" />
        <fieldset>
          <legend class="group">{say('Columns')}</legend>
          {COLUMNS.map(({ name, label }) => (
            <label>
              <input type="checkbox" name="columns" value={name} checked={columns.has(name)} /> {say(label)}
            </label>
          ))}
        </fieldset>
        <Button kind="second">{say('Show these columns')}</Button>
      </form>
    </Menu>
  );
}
