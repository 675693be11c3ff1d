import { useContext } from 'hono/jsx';
import { Filled, Notes } from '../../kit/field.tsx';
import { type Card, CARDS, GROUPS, KINDS } from './kinds.ts';

/** What can be downloaded, as cards to choose one from. The stylesheet shows the fields that the chosen card names. */
export function Cards({ only }: { readonly only?: Card['group'] }) {
  const form = useContext(Filled);
  return (
    <>
      {GROUPS.filter(({ group }) => only === undefined || group === only).map(({ group, title, hint }) => (
        <fieldset class="cards" role="radiogroup" aria-describedby={hint ? `${group}-hint` : undefined}>
          <legend>{title}</legend>
          {hint ? <p id={`${group}-hint`}>{hint}</p> : null}
          <div>
            {KINDS.map((kind) => {
              const card: Card = CARDS[kind];
              return card.group === group ? (
                <label class="card">
                  <input
                    type="radio"
                    name="kind"
                    value={kind}
                    data-fields={card.fields}
                    checked={form.value('kind') === kind}
                  />
                  <strong>{card.title}</strong> <span>{card.words}</span>
                </label>
              ) : null;
            })}
          </div>
        </fieldset>
      ))}
      <Notes name="kind" />
    </>
  );
}
