import { useContext } from 'hono/jsx';
import { LAYOUTS } from '#core/prints/layouts.ts';
import { say } from '#languages/say.ts';
import { Filled, Notes } from '../../kit/field.tsx';
import { type Card, CARDS, GROUPS, type Kind, KINDS, layoutOf, nameKind } from './kinds.ts';
import { LabelsShape, LayoutShape } from './shape.tsx';

interface CardsProps {
  readonly groups?: readonly Card['group'][];
  /** Whether several can be chosen: each is then a field of its own. */
  readonly isForMany?: boolean;
}

/** What can be downloaded, as cards to choose from. The stylesheet shows the fields that the chosen cards name. */
export function Cards({ groups, isForMany = false }: CardsProps) {
  return (
    <>
      {GROUPS.filter(({ group }) => groups?.includes(group) ?? true).map((group) => (
        <Group {...group} isForMany={isForMany} />
      ))}
      <Notes name="kind" />
    </>
  );
}

function Group({ group, title, isForMany }: (typeof GROUPS)[number] & { readonly isForMany: boolean }) {
  const form = useContext(Filled);
  const kinds = KINDS.filter((kind) => CARDS[kind].group === group);
  const isChosen = (kind: Kind) => (isForMany ? form.isChecked(kind) : form.value('kind') === kind);
  const role = isForMany ? undefined : 'radiogroup';
  const cards = (
    <div class={`cards grid ${group}`}>
      {kinds.map((kind) => (
        <label class="card">
          <input
            {...(isForMany
              ? { type: 'checkbox', name: kind, value: 'on' }
              : { type: 'radio', name: 'kind', value: kind })}
            checked={isChosen(kind)}
            data-fields={CARDS[kind].fields}
          />
          <Face kind={kind} />
        </label>
      ))}
    </div>
  );
  // Few people need these, and they know that they do.
  if (group === 'press') {
    return (
      <details class="more" open={kinds.some(isChosen)}>
        <summary>{say(title)}</summary>
        <fieldset role={role} aria-label={say(title)}>
          {cards}
        </fieldset>
      </details>
    );
  }
  return (
    <fieldset role={role}>
      <legend>{say(title)}</legend>
      {cards}
    </fieldset>
  );
}

function Face({ kind }: { readonly kind: Kind }) {
  const { words }: Card = CARDS[kind];
  const layout = layoutOf(kind);
  return (
    <>
      {layout ? <LayoutShape name={layout} /> : kind === 'labels' ? <LabelsShape /> : null}
      <strong>{nameKind(kind)}</strong> <span>{layout ? measure(LAYOUTS[layout]) : words && say(words)}</span>
    </>
  );
}

function measure({ width, height, isRound }: { width: number; height: number; isRound: boolean }): string {
  return isRound ? `⌀ ${width} mm` : `${width} × ${height} mm`;
}
