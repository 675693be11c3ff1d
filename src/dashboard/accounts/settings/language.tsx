import { LANGUAGE_NAMES, LANGUAGES } from '#core/languages.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { chooseLanguage } from '#service/accounts/people.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { readScheme, rememberScheme, SCHEMES } from '../../frame/scheme.ts';
import { Button } from '../../kit/buttons.tsx';
import { FilledForm, Select } from '../../kit/field.tsx';

const SCHEME_NAMES = [
  ['', 'As on this device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const satisfies readonly (readonly ['' | (typeof SCHEMES)[number], PlainMessage])[];

/** The language of a person's pages and mails, and the colours of this browser's pages. */
export function Languages({ c }: { readonly c: DashboardContext }) {
  const names = LANGUAGES.map((language) => ({
    value: language,
    label: LANGUAGE_NAMES[language],
    attributes: { lang: language },
  }));
  const chosen = new Form([['language', c.get('person').language ?? '']]);
  return (
    <>
      <section class="card" id="languages">
        <h2>{say('Language')}</h2>
        <FilledForm form={chosen} action="/settings/language" data-unsaved>
          <Select
            name="language"
            label={say('Language')}
            hint={say('The language of these pages and of the mails that you get.')}
            options={[{ value: '', label: say('As in your browser') }, ...names]}
          />
          <Button>{say('Save')}</Button>
        </FilledForm>
      </section>
      <section class="card" id="colours">
        <h2>{say('Light or dark')}</h2>
        <FilledForm form={new Form([['scheme', readScheme(c) ?? '']])} action="/settings/scheme">
          <Select
            name="scheme"
            label={say('Colours of these pages')}
            hint={say('For this browser only.')}
            options={SCHEME_NAMES.map(([value, name]) => ({ value, label: say(name) }))}
          />
          <Button>{say('Save')}</Button>
        </FilledForm>
      </section>
    </>
  );
}

/** Anything that is not a scheme means that of the device. */
export async function changeScheme(c: DashboardContext): Promise<Response> {
  const chosen = (await readForm(c)).value('scheme');
  rememberScheme(
    c,
    SCHEMES.find((scheme) => scheme === chosen),
  );
  return redirectSaying(c, '/settings#colours', 'saved');
}

/** Anything that is not a language means that of the browser. */
export async function changeLanguage(c: DashboardContext): Promise<Response> {
  const chosen = (await readForm(c)).value('language');
  const language = LANGUAGES.find((known) => known === chosen) ?? null;
  await chooseLanguage(c.get('deps'), c.get('person'), language);
  return redirectSaying(c, '/settings#languages', 'saved');
}
