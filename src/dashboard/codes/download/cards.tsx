import { useContext } from 'hono/jsx';
import { Filled, Notes } from '../../kit/field.tsx';
import { type Card, CARDS, GROUPS, KINDS } from './kinds.ts';

interface CardsProps {
  readonly groups?: readonly Card['group'][];
  /** Whether several can be chosen: each is then a field of its own. */
  readonly isForMany?: boolean;
}

/** What can be downloaded, as cards to choose from. The stylesheet shows the fields that the chosen cards name. */
export function Cards({ groups, isForMany = false }: CardsProps) {
  const form = useContext(Filled);
  return (
    <>
      {GROUPS.filter(({ group }) => groups?.includes(group) ?? true).map(({ group, title, hint }) => (
        <fieldset
          class="cards"
          role={isForMany ? undefined : 'radiogroup'}
          aria-describedby={hint ? `${group}-hint` : undefined}
        >
          <legend>{title}</legend>
          {hint ? <p id={`${group}-hint`}>{hint}</p> : null}
          <div>
            {KINDS.map((kind) => {
              const card: Card = CARDS[kind];
              return card.group === group ? (
                <label class="card">
                  <input
                    {...(isForMany
                      ? { type: 'checkbox', name: kind, value: 'on', checked: form.isChecked(kind) }
                      : { type: 'radio', name: 'kind', value: kind, checked: form.value('kind') === kind })}
                    data-fields={card.fields}
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
