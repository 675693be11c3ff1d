import { say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import { Menu } from './menu.tsx';

interface FilterChoice {
  /** The page with this choice, or without it if it is chosen. */
  readonly href: string;
  readonly label: Child;
  readonly isChosen: boolean;
}

export interface FilterGroup {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly FilterChoice[];
}

/** All values of all filters, two taps away. They are links: the address holds what is chosen. */
export function FilterMenu({
  groups,
  more,
}: {
  readonly groups: readonly FilterGroup[];
  readonly more?: Child;
}) {
  return (
    <Menu label={say('Add filter')} icon="list-filter">
      <dl class="filter-groups">
        {groups.map(({ name, label, choices }) => (
          <div>
            <dt id={`filter-${name}`}>{label}</dt>
            <dd>
              <ul class="cluster" aria-labelledby={`filter-${name}`}>
                {choices.map(({ href, label: value, isChosen }) => (
                  <li>
                    <a href={href} aria-current={isChosen ? 'true' : undefined}>
                      {value}
                    </a>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
      {more}
    </Menu>
  );
}

interface Chip {
  /** The page without it. */
  readonly href: string;
  /** As text, for screen readers. */
  readonly name: string;
  /** As it is shown, if not as text. */
  readonly shown?: Child;
}

/** The chosen filters, each with a link that removes it, and a link that removes them all. */
export function FilterChips({ chips, clear }: { readonly chips: readonly Chip[]; readonly clear: string }) {
  if (chips.length === 0) return null;
  return (
    <ul class="chips cluster" aria-label={say('Chosen filters')}>
      {chips.map(({ href, name, shown = name }) => (
        <li>
          <a href={href} aria-label={say('Remove {filter}', { filter: name })}>
            {shown}
            <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
      <li>
        <a class="clear" href={clear}>
          {say('Clear all')}
        </a>
      </li>
    </ul>
  );
}
