import { type PlainMessage, say } from '#languages/say.ts';

interface Place {
  readonly href: string;
  readonly label: PlainMessage;
}

const FOR_EDITORS: readonly Place[] = [
  { href: '/codes/new', label: 'New code' },
  { href: '/codes/import', label: 'Import codes' },
  { href: '/codes/tags', label: 'Tags' },
];

const OTHERS: readonly Place[] = [
  { href: '/settings/keys', label: 'API keys' },
  { href: '/settings/people', label: 'People' },
  { href: '/settings/plan', label: 'Plan and usage' },
  { href: '/docs', label: 'API reference' },
];

interface PaletteProps {
  readonly sections: readonly Place[];
  readonly isEditor: boolean;
}

/** What Ctrl-K opens. It is a template, because it does nothing without the script that shows it: browser/palette.ts. */
export function Palette({ sections, isEditor }: PaletteProps) {
  const label = say('Go to a page or find codes');
  return (
    <template id="palette">
      <dialog class="palette" aria-label={label}>
        <article>
          <form method="get" action="/codes">
            <input
              type="search"
              name="search"
              aria-label={label}
              placeholder={label}
              maxlength={100}
              autocomplete="off"
            />
            <button type="submit">{say('Find codes')}</button>
          </form>
          <ul>
            {[...(isEditor ? FOR_EDITORS : []), ...sections, ...OTHERS].map((place) => (
              <li>
                <a href={place.href}>{say(place.label)}</a>
              </li>
            ))}
          </ul>
          <p class="keys">
            <span>
              <kbd>Ctrl K</kbd> {say('Open this window')}
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
        </article>
      </dialog>
    </template>
  );
}
