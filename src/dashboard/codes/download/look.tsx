import { toGs1Drawing } from '#contract/gs1/identity.ts';
import { imageQuery } from '#contract/prints/image.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { inField } from '#core/problem.ts';
import type { Template } from '#core/styles/template.ts';
import { say } from '#languages/say.ts';
import { withDrawing } from '#service/prints/gs1-drawing.ts';
import { wearLook } from '#service/styles/look.ts';
import { allowanceOf } from '../../accounts/sign-in/limit-attempts.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import type { Form } from '../../frame/forms/form.ts';
import { validateForm } from '../../frame/forms/validate-form.ts';
import { Select } from '../../kit/field.tsx';
import { NOT_DRAWABLE } from './read-sheets.ts';

/** The code in the look, and with the symbol, that the form asks for; null if there is a problem, which goes to the form. */
export async function wearChosen(c: DashboardContext, code: QrCode, form: Form): Promise<QrCode | null> {
  const template = form.value('design') || undefined;
  const deps = c.get('deps');
  const query = { carrier: form.value('carrier') || undefined, hri: String(form.isChecked('hri')) };
  const drawing = validateForm(form, imageQuery, query);
  if (!drawing) return null;
  const worn = await wearLook(deps, code, template, allowanceOf(c));
  if (worn.ok) {
    const drawn = await withDrawing(deps, worn.value, toGs1Drawing(drawing));
    if (drawn.ok) return drawn.value;
    form.refuse('carrier', sayInForm(inField('carrier', drawn.error)));
  } else if (worn.error.reason === 'not_drawable') form.refuse('', say(NOT_DRAWABLE));
  else for (const problem of worn.error.problems) form.refuse('design', sayInForm(problem));
  return null;
}

/** The looks that a file can have. */
export function LookField({ templates }: { readonly templates: readonly Template[] }) {
  if (templates.length === 0) return null;
  const options = templates.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div class="for-design">
      <Select
        name="design"
        label={say('Look')}
        hint={say('The same content in the look of a template, tested like a new code.')}
        options={[{ value: '', label: say('The code’s own look') }, ...options]}
      />
    </div>
  );
}
