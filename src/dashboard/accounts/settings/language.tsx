import { Hono } from 'hono';
import { LANGUAGE_NAMES, LANGUAGES } from '#core/languages.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { chooseLanguage } from '#service/accounts/people.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { renderPage } from '../../frame/render.tsx';
import { readScheme, rememberScheme, SCHEMES } from '../../frame/scheme.ts';
import { Button } from '../../kit/buttons.tsx';
import { FilledForm, Select } from '../../kit/field.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { Settings } from './settings-tabs.tsx';

/** The language of a person's pages and mails, and the colours of this browser's pages. */
export const languageRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => showLanguage(c, new Form([['language', c.get('person').language ?? '']])))
  .post('/', changeLanguage)
  .post('/scheme', changeScheme);

function showLanguage(c: DashboardContext, form: Form) {
  const names = LANGUAGES.map((language) => ({
    value: language,
    label: LANGUAGE_NAMES[language],
    attributes: { lang: language },
  }));
  return renderPage(
    c,
    { title: say('Language'), section: 'Settings', status: form.hasErrors ? 422 : 200 },
    <Settings tab="Language">
      <section class="narrow-form">
        <h2>{say('Language')}</h2>
        <FilledForm form={form} action="/settings/language" data-unsaved>
          <Select
            name="language"
            label={say('Language')}
            hint={say('The language of these pages and of the mails that you get.')}
            options={[{ value: '', label: say('As in your browser') }, ...names]}
          />
          <Button>{say('Save')}</Button>
        </FilledForm>
      </section>
      <section class="narrow-form" id="scheme">
        <h2>{say('Light or dark')}</h2>
        <FilledForm form={new Form([['scheme', readScheme(c) ?? '']])} action="/settings/language/scheme">
          <Select
            name="scheme"
            label={say('Colours of these pages')}
            hint={say('For this browser only.')}
            options={SCHEME_NAMES.map(([value, name]) => ({ value, label: say(name) }))}
          />
          <Button>{say('Save')}</Button>
        </FilledForm>
      </section>
    </Settings>,
  );
}

const SCHEME_NAMES = [
  ['', 'As on this device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const satisfies readonly (readonly ['' | (typeof SCHEMES)[number], PlainMessage])[];

/** Whatever is no scheme stands for that of the device. */
async function changeScheme(c: DashboardContext): Promise<Response> {
  const chosen = (await readForm(c)).value('scheme');
  rememberScheme(
    c,
    SCHEMES.find((scheme) => scheme === chosen),
  );
  return redirectSaying(c, '/settings/language', 'saved');
}

async function changeLanguage(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const chosen = form.value('language');
  const language = LANGUAGES.find((known) => known === chosen) ?? null;
  if (language === null && chosen !== '') {
    form.refuse('language', say('Choose one of the options.'));
    return showLanguage(c, form);
  }
  await chooseLanguage(c.get('deps'), c.get('person'), language);
  return redirectSaying(c, '/settings/language', 'saved');
}
