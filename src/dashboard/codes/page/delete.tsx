import { say, sayRich } from '#languages/say.ts';
import { parseCodeId, toPublicId } from '#core/codes/code-id.ts';
import { parseShortCode } from '#core/links/short-code.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { writeCode } from '#service/codes/write/write.ts';
import { findCode } from '../find-code.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { Field } from '../../kit/field.tsx';
import { ConfirmPage } from '../../kit/confirm-page.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { Holds } from '../readable-content.tsx';
import { nameCode } from '#core/codes/name-code.ts';

/** `GET /codes/{id}/delete` */
export async function confirmDeletion(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  return renderDeletion(c, code, new Form());
}

/** `POST /codes/{id}/delete`: deletes the code whose id was typed. */
export async function deleteCode(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const form = await readForm(c);
  const { codeId, shortCode } = code;
  const typed = form.trimmed('confirmation');
  if (parseCodeId(typed) !== codeId && (shortCode === null || parseShortCode(typed) !== shortCode)) {
    form.refuse(
      'confirmation',
      say('Nothing was deleted, because this is not {id}.', { id: shortCode ?? codeId }),
    );
    return renderDeletion(c, code, form, 422);
  }
  const deleted = await writeCode(c.get('deps'), c.get('person'), { kind: 'delete', codeId: code.codeId });
  // Somebody else has just deleted it.
  if (!deleted.ok) throw pageNotFound();
  return redirectSaying(c, '/codes', 'code_deleted');
}

function renderDeletion(c: DashboardContext, code: QrCode, form: Form, status: 200 | 422 = 200) {
  return renderPage(
    c,
    { title: say('Delete a code'), section: 'Codes', status },
    <DeleteCodePage code={code} form={form} />,
  );
}

/** Asks before a code is deleted, and says what that means for printed copies. */
function DeleteCodePage({ code, form }: { readonly code: QrCode; readonly form: Form }) {
  const path = `/codes/${toPublicId(code.codeId)}`;
  return (
    <ConfirmPage
      title={sayRich('Delete {name}?', { name: <bdi>{nameCode(code)}</bdi> })}
      action={`${path}/delete`}
      back={path}
      button={say('Delete code')}
      form={form}
      fields={
        <Field
          name="confirmation"
          label={say('Type {id} to confirm', { id: code.shortCode ?? code.codeId })}
          hint={code.isDynamic ? say('The characters at the end of the short link.') : undefined}
          attributes={{ autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', required: true }}
        />
      }
    >
      <p>{code.isDynamic ? say('It leads to') : say('It holds')}</p>
      <Holds code={code} />
      <ul>
        <li>
          {code.isDynamic
            ? say('People who scan a printed copy see a page that says the code is gone.')
            : say('Printed copies still work, because the symbol itself holds the content.')}
        </li>
        <li>{say('Its images, its title and its history are deleted.')}</li>
        <li>{say('This cannot be undone. No other code will ever get its short link.')}</li>
      </ul>
    </ConfirmPage>
  );
}
