import { say, sayRich } from '#languages/say.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { Button, HiddenFields } from '../../kit/buttons.tsx';
import { Field, Filled } from '../../kit/field.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { LivePreview } from './live-preview.tsx';
import { PreviewButton } from './preview-button.tsx';

/**
 * The first page of an account without codes: the way to its first one. It is the form of a new code with a single field; the script draws
 * the picture during typing, and without it a button does.
 */
export function FirstCode({ form }: { readonly form: Form }) {
  return (
    <section>
      <PageHead title={say('Your first code')} />
      <p>
        {say(
          'Print a dynamic code once and change its target whenever you like. You will see how often it is scanned, where and when.',
        )}
      </p>
      <EditorsOnly>
        <form method="post" action="/codes" data-preview="/codes/preview" novalidate>
          {/* Enter presses the first button of a form. */}
          <button type="submit" hidden />
          <HiddenFields fields={Object.fromEntries(form.entries())} />
          <Filled.Provider value={form}>
            <Steps />
          </Filled.Provider>
        </form>
        <p class="muted">
          {sayRich(
            'Or start with <design>your own design, a Wi-Fi network, a contact or an event</design>, or <csv>upload a CSV</csv> of codes from another service.',
            {
              design: (text) => <a href="/codes/new">{text}</a>,
              csv: (text) => <a href="/codes/import">{text}</a>,
            },
          )}
        </p>
      </EditorsOnly>
    </section>
  );
}

function Steps() {
  return (
    <ol class="steps">
      <li class="card">
        <h2 class="cluster">{say('Paste an address')}</h2>
        <Field
          name="url"
          label={say('Web address')}
          hint={say('Where the code leads. You can change it later.')}
          attributes={{
            inputmode: 'url',
            placeholder: 'https://example.com/menu',
            autocapitalize: 'none',
          }}
        />
      </li>
      <li class="card">
        <h2 class="cluster">{say('See your code')}</h2>
        <LivePreview>
          <p class="symbol">{say('The picture appears here.')}</p>
        </LivePreview>
        <PreviewButton action="/codes/new" />
      </li>
      <li class="card">
        <h2 class="cluster">{say('Scan it')}</h2>
        <p>{say('The next page has the picture to scan or download, and shows your scan a moment later.')}</p>
        <Button>{say('Create your first code')}</Button>
      </li>
    </ol>
  );
}
