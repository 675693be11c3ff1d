import type { Encoding } from '#core/imports/encoding.ts';
import { say } from '#languages/say.ts';
import type { Form } from '../../frame/forms/form.ts';
import { Button, ButtonRow, LinkButton } from '../../kit/buttons.tsx';
import { FilledForm } from '../../kit/field.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Steps } from './steps.tsx';
import { FileField } from './upload-page.tsx';

export interface EncodingPageProps {
  /** The options of the import. */
  readonly form: Form;
  readonly guess: Encoding;
  /** Cells of the file as the guess reads them. */
  readonly sample: readonly string[];
  /** The whole file as the guess reads it; empty if it is too long for the page, and has to be chosen again. */
  readonly text: string;
}

/** Asks whether the letters of a file are right: a wrong guess would print wrong names. */
export function EncodingPage({ form, guess, sample, text }: EncodingPageProps) {
  const options = Object.fromEntries(form.entries().filter(([name]) => name !== 'text'));
  return (
    <section class="import">
      <PageHead
        back={{ href: '/codes/import', label: say('Choose another file') }}
        title={say('Import codes')}
      />
      <Steps current="File" />
      <h2>{say('Saved by an older Excel: is this right?')}</h2>
      <ul class="sample">
        {sample.map((cell) => (
          <li>
            <bdi>{cell}</bdi>
          </li>
        ))}
      </ul>
      <FilledForm
        form={form}
        action="/codes/import"
        enctype="multipart/form-data"
        hidden={{ ...options, ...(text === '' ? { encoding: guess } : { text }) }}
      >
        {text === '' ? <FileField /> : null}
        <ButtonRow>
          <Button>{say('Yes, continue')}</Button>
          <LinkButton kind="second" href="/codes/import">
            {say('Choose another file')}
          </LinkButton>
        </ButtonRow>
        <p class="muted">
          {text === '' ? say('This file is large: choose it once more.') : null}{' '}
          {say('If the letters are wrong, save the file as “CSV UTF-8” and choose that one.')}
        </p>
      </FilledForm>
    </section>
  );
}
