import { say } from '#languages/say.ts';
import { parseCodeId, toPublicId } from '#core/codes/code-id.ts';
import { parseShortCode } from '#core/links/short-code.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { writeCode } from '#service/codes/write/write.ts';
import { findCode } from '../find-code.ts';
import { renderCode } from '../form/render-code.tsx';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { type Form, readForm } from '../../frame/forms/form.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { Button } from '../../kit/buttons.tsx';
import { Field, FilledForm } from '../../kit/field.tsx';
import { Fold } from '../../kit/fold.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';

/** `POST /codes/{id}/delete`: deletes the code whose id was typed. */
export async function deleteCode(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const deleteForm = await readForm(c);
  const { codeId, shortCode } = code;
  const typed = deleteForm.trimmed('confirmation');
  if (parseCodeId(typed) !== codeId && (shortCode === null || parseShortCode(typed) !== shortCode)) {
    deleteForm.refuse(
      'confirmation',
      say('Nothing was deleted, because this is not {id}.', { id: shortCode ?? codeId }),
    );
    return renderCode(c, code, { deleteForm, status: 422 });
  }
  const deleted = await writeCode(c.get('deps'), c.get('person'), { kind: 'delete', codeId: code.codeId });
  // Somebody else has just deleted it.
  if (!deleted.ok) throw pageNotFound();
  return redirectSaying(c, '/codes', 'code_deleted');
}

/** The deletion of a code, at the end of its page, with what it means for printed copies. */
export function DeleteFold({ code, form }: { readonly code: QrCode; readonly form: Form }) {
  return (
    <Fold
      id="delete"
      title={say('Delete this code…')}
      summary={
        code.isDynamic
          ? say('Whoever scans a printed copy sees a page that says that the code is gone.')
          : say('Printed copies still work, because the symbol itself holds the content.')
      }
      isOpen={form.hasErrors}
      isDanger
    >
      <p>{say('Its images, its title and its history are deleted.')}</p>
      <p>{say('This cannot be undone. No other code ever gets its short link.')}</p>
      <FilledForm form={form} action={`/codes/${toPublicId(code.codeId)}/delete#delete`}>
        <Field
          name="confirmation"
          label={say('Type {id} to confirm', { id: code.shortCode ?? code.codeId })}
          hint={code.isDynamic ? say('The characters at the end of the short link.') : undefined}
          attributes={{ autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', required: true }}
        />
        <Button kind="danger">{say('Delete code')}</Button>
      </FilledForm>
    </Fold>
  );
}
