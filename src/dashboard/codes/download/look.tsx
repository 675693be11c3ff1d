import { sayInForm } from '#contract/problems/form-phrases.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { Template } from '#core/styles/template.ts';
import { say } from '#languages/say.ts';
import { wearLook } from '#service/styles/look.ts';
import { allowanceOf } from '../../accounts/sign-in/limit-attempts.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import type { Form } from '../../frame/forms/form.ts';
import { Select } from '../../kit/field.tsx';
import { NOT_DRAWABLE } from './read-sheets.ts';

/** The code in the look that the form asks for; null if there is a problem, which goes to the form. */
export async function wearChosen(c: DashboardContext, code: QrCode, form: Form): Promise<QrCode | null> {
  const template = form.value('design') || undefined;
  const worn = await wearLook(c.get('deps'), code, template, allowanceOf(c));
  if (worn.ok) return worn.value;
  if (worn.error.reason === 'not_drawable') form.refuse('', say(NOT_DRAWABLE));
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
