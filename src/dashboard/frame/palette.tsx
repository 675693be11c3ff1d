import { type PlainMessage, say } from '#languages/say.ts';
import { LONGEST_SEARCH } from '#core/codes/limits.ts';
import { SETTINGS_TABS } from '../accounts/settings/settings-tabs.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { Icon } from './assets/icon.tsx';

interface Place {
  readonly href: string;
  readonly label: PlainMessage;
}

interface Group {
  readonly name: PlainMessage;
  readonly places: readonly Place[];
}

/** What people do, apart from `New code`, which only editors have. */
const ACTIONS = {
  editors: [
    { href: '/codes/new', label: 'New code' },
    { href: '/codes/import', label: 'Import codes' },
  ],
  everybody: [{ href: '/codes/leave', label: 'Take your codes with you' }],
} as const satisfies Record<string, readonly Place[]>;

const OTHER_PAGES: readonly Place[] = [
  { href: '/codes/tags', label: 'Tags' },
  { href: '/codes/images', label: 'Your images' },
  { href: '/docs', label: 'API reference' },
];

interface PaletteProps {
  readonly sections: readonly Place[];
  readonly isEditor: boolean;
}

/** What Ctrl-K opens. It is a template, because it does nothing without the script that shows it: browser/palette.ts. */
export function Palette({ sections, isEditor }: PaletteProps) {
  const label = say('Go to a page or find codes');
  const groups: readonly Group[] = [
    { name: 'Actions', places: [...(isEditor ? ACTIONS.editors : []), ...ACTIONS.everybody] },
    { name: 'Pages', places: [...sections, ...OTHER_PAGES] },
    { name: 'Settings', places: SETTINGS_TABS },
  ];
  return (
    <template id="palette">
      <dialog class="palette" aria-label={label}>
        <article>
          <form method="get" action="/codes">
            <Icon name="search" />
            <input
              type="search"
              name="q"
              aria-label={label}
              placeholder={label}
              maxlength={LONGEST_SEARCH}
              autocomplete="off"
            />
            <button type="button" class="link" data-close>
              {say('Close')}
            </button>
          </form>
          <div class="groups">
            {groups.map(({ name, places }) => (
              <section>
                <h2>{say(name)}</h2>
                <ul>
                  {places.map((place) => (
                    <li>
                      <a href={place.href}>{say(place.label)}</a>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            <section data-found="/codes/find" hidden>
              <div role="status">
                <h2 />
              </div>
              <Skeleton lines={3} />
              <ul />
            </section>
          </div>
          <Keys isEditor={isEditor} />
        </article>
      </dialog>
    </template>
  );
}

function Keys({ isEditor }: Pick<PaletteProps, 'isEditor'>) {
  return (
    <p class="keys">
      <span>
        <kbd data-command>{say('Ctrl K')}</kbd> {say('Open this window')}
      </span>
      <span>
        <kbd>/</kbd> {say('Search')}
      </span>
      {isEditor ? (
        <span>
          <kbd>n</kbd> {say('New code')}
        </span>
      ) : null}
      <label>
        <input role="switch" type="checkbox" /> {say('Use single keys')}
      </label>
    </p>
  );
}

/** Opens the palette without a keyboard. Without the script, it leads to the list, which has a search too. */
export function PaletteLink() {
  return (
    <a class="find" href="/codes" data-opens-palette>
      <Icon name="search" />
      <span>{say('Search')}</span>
      <kbd aria-hidden="true" data-command>
        {say('Ctrl K')}
      </kbd>
    </a>
  );
}
