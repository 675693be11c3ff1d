import { toPublicId } from '../../core/code-id.ts';
import type { QrCode } from '../../core/qr-code.ts';
import { Field, FormProblem } from '../components/field.tsx';
import { Target } from '../components/target.tsx';
import type { Form } from '../form.ts';
import { nameCode } from '../name-code.ts';

/** Asks before a code is deleted, and says what that means for what is printed. */
export function DeleteCodePage({ code, form }: { readonly code: QrCode; readonly form: Form }) {
  const path = `/codes/${toPublicId(code.codeId)}`;
  return (
    <section class="narrow">
      <p class="back">
        <a href={path}>Back to the code</a>
      </p>
      <h1 class="code-title">
        Delete <bdi>{nameCode(code)}</bdi>?
      </h1>
      <p>
        {code.isDynamic ? 'It leads to ' : 'It holds '}
        <Target target={code.target} />
      </p>
      <ul>
        <li>
          {code.isDynamic
            ? 'Whoever scans a printed copy sees a page that says that the code is gone.'
            : 'Printed copies go on working, because the symbol itself holds the content.'}
        </li>
        <li>Its images, its title and its history of edits are deleted.</li>
        <li>This cannot be undone, and its short link is never issued again.</li>
      </ul>
      <form method="post" action={`${path}/delete`}>
        <FormProblem form={form} />
        <Field
          form={form}
          name="confirmation"
          label={`Type ${code.codeId} to confirm`}
          hint={code.isDynamic ? 'The characters at the end of the short link.' : undefined}
          attributes={{ autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', required: true }}
        />
        <button type="submit" class="danger">
          Delete for ever
        </button>
      </form>
    </section>
  );
}
