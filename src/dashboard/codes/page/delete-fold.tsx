import { say } from '#languages/say.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { Form } from '../../frame/forms/form.ts';
import { Button } from '../../kit/buttons.tsx';
import { Field, FilledForm } from '../../kit/field.tsx';
import { Fold } from '../../kit/fold.tsx';

/** The deletion of a code, at the end of its page, with what it means for printed copies. */
export function DeleteFold({ code, form }: { readonly code: QrCode; readonly form: Form }) {
  return (
    <Fold
      id="delete"
      title={say('Delete this code…')}
      summary={
        code.isDynamic
          ? say('People who scan a printed copy see a page that says the code is gone.')
          : say('Printed copies still work, because the symbol itself holds the content.')
      }
      isOpen={form.hasErrors}
      isDanger
    >
      <p>{say('Its images, its title and its history are deleted.')}</p>
      <p>{say('This cannot be undone. No other code will ever get its short link.')}</p>
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
