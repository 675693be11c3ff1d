import { type PlainMessage, say } from '#languages/say.ts';
import { mayEdit, type Role } from '#core/accounts/account.ts';
import { LONGEST_SEARCH } from '#core/codes/limits.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Icon } from '../../kit/icons/icon.tsx';
import { ACTIONS, OTHER_PAGES, type Place, SETTINGS } from './palette-places.ts';

/** The form that signs out. */
export const SIGN_OUT = 'sign-out';

interface Group {
  readonly name: PlainMessage;
  readonly places: readonly Place[];
}

/** What Ctrl-K opens. It is a template, because it does nothing without the script that shows it: browser/palette.ts. */
export function Palette({ sections, role }: { readonly sections: readonly Place[]; readonly role: Role }) {
  const label = say('Go to a page or find codes');
  const groups: readonly Group[] = [
    { name: 'Actions', places: ACTIONS.filter(({ roles }) => roles?.includes(role) ?? true) },
    { name: 'Pages', places: [...sections, ...OTHER_PAGES] },
    { name: 'Settings', places: SETTINGS.flatMap<Place>((group) => group.places) },
  ];
  return (
    <template id="palette">
      <dialog class="palette" aria-label={label}>
        <article>
          <form class="row" method="get" action="/codes">
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
            <section data-here hidden>
              <h2>{say('On this page')}</h2>
              <ul />
            </section>
            {groups.map(({ name, places }) => (
              <section>
                <h2>{say(name)}</h2>
                <ul>
                  {places.map((place) => (
                    <li>
                      <a href={place.href} data-words={say(place.words)}>
                        {say(place.label)}
                      </a>
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
            <section>
              <ul>
                <li>
                  <button type="submit" form={SIGN_OUT} data-words={say('log out, exit, leave')}>
                    {say('Sign out')}
                  </button>
                </li>
              </ul>
            </section>
          </div>
          <Keys isEditor={mayEdit({ role })} />
        </article>
      </dialog>
    </template>
  );
}

function Keys({ isEditor }: { readonly isEditor: boolean }) {
  return (
    <p class="keys cluster fine">
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
