import { EditorsOnly } from '../../frame/editors-only.tsx';
import { Field, Filled } from '../../kit/field.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { PreviewButton } from './preview-button.tsx';

/**
 * The first page of an account without codes: the way to its first one. It is the form of a new code with a single field; the script draws
 * the picture during typing, and without it a button does.
 */
export function FirstCode({ form }: { readonly form: Form }) {
  return (
    <section class="first-code">
      <PageHead title="No codes yet" />
      <p>
        Print a dynamic code once and change its target whenever you like. You will see how often it is
        scanned, where and when.
      </p>
      <EditorsOnly>
        <form method="post" action="/codes" data-preview="/codes/preview" novalidate>
          {/* Enter presses the first button of a form. */}
          <button type="submit" hidden />
          {form.entries().map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <Filled.Provider value={form}>
            <ol class="steps">
              <li>
                <h2>Paste an address</h2>
                <Field
                  name="url"
                  label="Web address"
                  hint="Where the code leads. You can change it later."
                  attributes={{
                    inputmode: 'url',
                    placeholder: 'https://example.com/menu',
                    autocapitalize: 'none',
                  }}
                />
              </li>
              <li>
                <h2>See your code</h2>
                <div id="preview" aria-live="polite">
                  <p class="symbol">The picture appears here.</p>
                </div>
                <PreviewButton action="/codes/new" />
              </li>
              <li>
                <h2>Scan it</h2>
                <p>The next page has the picture to scan or download, and shows your scan a moment later.</p>
                <button type="submit">Create your first code</button>
              </li>
            </ol>
          </Filled.Provider>
        </form>
        <p class="muted">
          Or start with <a href="/codes/new">your own design, a Wi-Fi network, a contact or an event</a>, or{' '}
          <a href="/codes/import">upload a CSV</a> of codes from another service.
        </p>
      </EditorsOnly>
    </section>
  );
}
