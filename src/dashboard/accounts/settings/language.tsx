import { Hono } from 'hono';
import { LANGUAGE_NAMES, LANGUAGES } from '#core/languages.ts';
import { say } from '#languages/say.ts';
import { chooseLanguage } from '#service/accounts/people.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { renderPage } from '../../frame/render.tsx';
import { Button } from '../../kit/buttons.tsx';
import { FilledForm, Select } from '../../kit/field.tsx';
import { redirectSaying } from '../../kit/flash.tsx';
import { Settings } from './settings-tabs.tsx';

/** The language of a person's pages and mails. */
export const languageRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => showLanguage(c, new Form([['language', c.get('person').language ?? '']])))
  .post('/', changeLanguage);

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
    </Settings>,
  );
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
