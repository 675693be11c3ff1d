import { sayInForm } from '#contract/problems/form-phrases.ts';
import { sayPrintWarningInForm, summarizePrint } from '#contract/problems/print-phrases.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { checkPrintOfQrCode } from '#service/prints/print.ts';
import { drawLabelPicture } from '#service/prints/sheets.ts';
import type { Child } from 'hono/jsx';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import type { Form } from '../../frame/forms/form.ts';
import type { Kind } from './kinds.ts';
import { LabelsPreview } from './labels-preview.tsx';
import { LABELS, readDistance, readLabels, readPrint, refusePrint } from './read-forms.ts';

const NOT_DRAWABLE =
  'A rule that is newer than this code refuses its content, so it cannot be drawn again. “For screen” has its original pictures.';

/** The result of the form in its current state, while it is filled in; its problems go to the form. Null if there is nothing to show. */
export async function checkForm(
  c: DashboardContext,
  kind: Kind,
  code: QrCode,
  form: Form,
): Promise<Child | null> {
  if (kind === 'print') return checkPrintForm(c, code, form);
  return kind === 'labels' ? checkLabelsForm(c, code, form) : null;
}

async function checkPrintForm(c: DashboardContext, code: QrCode, form: Form): Promise<Child | null> {
  const distanceMm = readDistance(form);
  const request = readPrint(form);
  if (!request) return null;
  const accountId = c.get('person').account.id;
  const checked = await checkPrintOfQrCode(c.get('deps'), accountId, code.codeId, request, distanceMm);
  if (!checked.ok) {
    if (checked.error.reason === 'not_printable') refusePrint(form, checked.error.problems);
    else form.refuse('', NOT_DRAWABLE);
    return null;
  }
  const { warnings } = checked.value;
  return (
    <>
      <p class="check-summary">{summarizePrint(checked.value)}</p>
      {warnings.length === 0 ? null : (
        <ul class="check-warnings">
          {warnings.map((warning) => (
            <li>{sayPrintWarningInForm(warning)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

async function checkLabelsForm(c: DashboardContext, code: QrCode, form: Form): Promise<Child | null> {
  const request = readLabels(form);
  if (!request) return null;
  const label = await drawLabelPicture(c.get('deps'), code, request);
  if (label.ok) return <LabelsPreview request={request} printed={label.value} />;
  const { error } = label;
  if (error.reason === 'not_drawable') form.refuse('', NOT_DRAWABLE);
  else if (error.reason === 'caption_not_drawable') form.refuse('label_caption', sayInForm(error.problem));
  else {
    const { modules, smallest, room } = error;
    form.refuse(
      'template',
      `These labels are too small for this code: it is ${modules} modules wide, for which label printers need ${smallest} mm, and there are ${Number(room.toFixed(1))} mm for it.`,
    );
  }
  return null;
}

/** The result of a form that is being filled in, or its problems. */
export function Checked({ form, result }: { readonly form: Form; readonly result: Child | null }) {
  if (result !== null) return <>{result}</>;
  return (
    <>
      {form.errors().map(([name, message]) => (
        <p class="problem">
          {name in LABELS ? <strong>{`${LABELS[name as keyof typeof LABELS]}: `}</strong> : null}
          {message}
        </p>
      ))}
    </>
  );
}
