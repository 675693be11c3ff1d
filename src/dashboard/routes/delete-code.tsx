import { parseCodeId } from '../../core/code-id.ts';
import type { QrCode } from '../../core/qr-code.ts';
import { deleteQrCode } from '../../service/delete-qr-code.ts';
import { codeOf } from '../code-of.ts';
import type { DashboardContext } from '../dashboard-env.ts';
import { Form, readForm } from '../form.ts';
import { pageNotFound } from '../page-error.ts';
import { DeleteCodePage } from '../pages/delete-code.tsx';
import { renderPage } from '../render.tsx';

/** `GET /codes/{id}/delete` */
export async function confirmDeletion(c: DashboardContext): Promise<Response> {
  const { code } = await codeOf(c);
  return renderDeletion(c, code, new Form());
}

/** `POST /codes/{id}/delete`: deletes the code whose id was typed. */
export async function deleteCode(c: DashboardContext): Promise<Response> {
  const { code } = await codeOf(c);
  const form = await readForm(c);
  if (parseCodeId(form.trimmed('confirmation')) !== code.codeId) {
    form.refuse('confirmation', `This is not ${code.codeId}. Nothing was deleted.`);
    return renderDeletion(c, code, form, 422);
  }
  const deleted = await deleteQrCode(c.get('deps'), c.get('person').account.id, code.codeId);
  // Somebody else has just done it.
  if (!deleted.ok) throw pageNotFound();
  return c.redirect('/codes?deleted=1', 303);
}

function renderDeletion(c: DashboardContext, code: QrCode, form: Form, status: 200 | 422 = 200) {
  return renderPage(
    c,
    { title: 'Delete a code', section: 'Codes', status },
    <DeleteCodePage code={code} form={form} />,
  );
}
