import { say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import { SETTINGS } from '../../frame/palette/palette-places.ts';
import { PageHead } from '../../kit/page-head.tsx';

export type SettingsPlace = (typeof SETTINGS)[number]['places'][number]['label'];

/** The frame of every settings page: its heading and the list of all, which is a page of its own on a phone, with what is about you below. */
export function Settings({ place, children }: { readonly place: SettingsPlace; readonly children: Child }) {
  const isStart = place === 'Sign-in';
  return (
    <>
      {isStart ? null : (
        <p class="back settings-back">
          <a href="/settings">{say('Settings')}</a>
        </p>
      )}
      <PageHead title={say('Settings')} />
      <div class="settings">
        <nav class={isStart ? 'places stack start' : 'places stack'} aria-label={say('Settings')}>
          {SETTINGS.map(({ name, places }) => (
            <section>
              <strong class="muted">{say(name)}</strong>
              <ul>
                {places.map(({ href, label }) => (
                  <li>
                    <a href={href} aria-current={label === place ? 'page' : undefined}>
                      {say(label)}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <div>{children}</div>
      </div>
    </>
  );
}
