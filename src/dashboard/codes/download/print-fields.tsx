import { useContext } from 'hono/jsx';
import { type PlainMessage, say } from '#languages/say.ts';
import { Filled, Notes } from '../../kit/field.tsx';
import { Fields } from '../../frame/forms/field-table.tsx';
import { DOWNLOAD_FIELDS, GS1_FIELDS, Shown } from './fields.tsx';

interface PrintFieldsProps {
  readonly isForMany?: boolean;
  readonly isItem?: boolean;
}

/** The fields for a print file, of one code or of each of many. The stylesheet shows those of the chosen card and ink. */
export function PrintFields({ isForMany = false, isItem = false }: PrintFieldsProps) {
  return (
    <>
      <Shown
        class="for-width"
        of={isItem ? GS1_FIELDS : DOWNLOAD_FIELDS}
        names={[isForMany ? ['width_mm'] : ['width_mm', 'distance_cm']]}
      />
      <div class="grid">
        <Shown class="for-look" names={['look']} />
        <Shown class="for-width" names={['caption']} />
      </div>
      <ShopFields isForMany={isForMany} />
    </>
  );
}

/** What only print shops ask for: folded until one of them prints it. */
function ShopFields({ isForMany = false }: PrintFieldsProps) {
  const form = useContext(Filled);
  const isWrong = SHOP_FIELDS.some((name) => form.error(name) !== undefined);
  return (
    <details class="for-width more for-shop" open={isWrong || form.value('printer') === 'shop'}>
      <summary>{say('Details for print shops')}</summary>
      <div class="for-ink">
        <Shown class="grid" names={['ink']} />
        <Shown class="of-process" names={['cmyk_values']} />
        <Shown class="of-cmyk" names={['cmyk']} />
        <Shown class="of-spot grid" names={['spot', 'alternate']} />
      </div>
      <Fields of={DOWNLOAD_FIELDS} names={['paper']} />
      <div class="grid">
        <Fields of={DOWNLOAD_FIELDS} names={['margin']} areOptional={isForMany} />
      </div>
    </details>
  );
}

const SHOP_FIELDS = ['ink', 'cmyk_values', 'cmyk', 'spot', 'alternate', 'margin'] as const;

const PRINTERS = [
  { value: 'office', label: 'An office printer', words: 'In exactly this size.' },
  { value: 'shop', label: 'A print shop', words: 'With 3 mm of bleed and crop marks.' },
] as const satisfies readonly { value: string; label: PlainMessage; words: PlainMessage }[];

/** Asks who prints it, which decides bleed and crop marks. */
export function PrinterField() {
  const form = useContext(Filled);
  return (
    <fieldset class="for-printer" role="radiogroup">
      <legend>{say(DOWNLOAD_FIELDS.printer.label)}</legend>
      <div class="cards grid">
        {PRINTERS.map(({ value, label, words }) => (
          <label class="card">
            <input type="radio" name="printer" value={value} checked={form.value('printer') === value} />
            <strong>{say(label)}</strong> <span>{say(words)}</span>
          </label>
        ))}
      </div>
      <Notes name="printer" />
    </fieldset>
  );
}
