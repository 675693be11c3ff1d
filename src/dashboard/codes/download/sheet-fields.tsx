import { useContext } from 'hono/jsx';
import { say } from '#languages/say.ts';
import { Filled } from '../../kit/field.tsx';
import { Fields } from '../../frame/forms/field-table.tsx';
import { DOWNLOAD_FIELDS, Shown } from './fields.tsx';

/** The words of a layout. */
export function LayoutFields() {
  return <Shown class="for-layout" names={['headline', 'text']} />;
}

/** The colours of labels and layouts. */
export function SheetColorField() {
  return <Shown class="for-sheet" names={['label.color']} />;
}

const OFFSETS = ['offset_x_mm', 'offset_y_mm'] as const;

/** The fields for labels. The stylesheet shows the size of a roll's labels only if the roll is chosen. */
export function LabelFields() {
  const form = useContext(Filled);
  return (
    <div class="for-labels">
      <Fields of={DOWNLOAD_FIELDS} names={['template']} />
      <Shown class="of-roll grid" names={['label.width_mm', 'label.height_mm']} />
      <Fields of={DOWNLOAD_FIELDS} names={[['copies', 'start'], 'label.caption']} />
      <details class="more" open={OFFSETS.some((name) => form.error(name) !== undefined)}>
        <summary>{say('Printer alignment')}</summary>
        <Fields of={DOWNLOAD_FIELDS} names={[OFFSETS, 'guides']} />
      </details>
    </div>
  );
}
