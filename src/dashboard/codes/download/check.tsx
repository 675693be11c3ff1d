import { sayInForm } from '#contract/problems/form-phrases.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { drawImageOf } from '#service/images/image.ts';
import { previewPrint } from '#service/prints/print.ts';
import { drawLabelPicture } from '#service/prints/labels.ts';
import { drawLayoutPicture } from '#service/prints/layouts.ts';
import { say } from '#languages/say.ts';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import type { Form } from '../../frame/forms/form.ts';
import { CARDS, parseKind } from './kinds.ts';
import { wearChosen } from './look.tsx';
import { LabelsPreview } from './labels-preview.tsx';
import { Measure, Measures } from './measures.tsx';
import { PrintPreview } from './print-preview.tsx';
import { LayoutPreview } from './layout-preview.tsx';
import { DOWNLOAD_FIELDS, type DownloadField } from './fields.tsx';
import { readDistance, readPrint, readScreen, refusePrint } from './read-forms.ts';
import { NOT_DRAWABLE, readSheet, refuseSheet } from './read-sheets.ts';

/** The file that a form asks for, as a picture; its problems go to the form. Null if there is nothing to show. */
export async function checkForm(c: DashboardContext, code: QrCode, form: Form): Promise<Child | null> {
  const kind = parseKind(form.value('kind'));
  if (kind !== null && CARDS[kind].group === 'paper') return checkSheetForm(c, code, form);
  const dressed = await wearChosen(c, code, form);
  if (!dressed) return null;
  return kind === 'png' ? checkScreenForm(c, dressed, form) : checkPrintForm(c, dressed, form);
}

/** The picture is the drawing that the PNG is made of. */
async function checkScreenForm(c: DashboardContext, code: QrCode, form: Form): Promise<Child | null> {
  const request = readScreen(form);
  if (!request) return null;
  const deps = c.get('deps');
  const drawn = await drawImageOf(deps, code, { ...request, format: 'svg' });
  if (!drawn.ok) {
    if (drawn.error.reason === 'size_too_small') form.refuse('size', sayInForm(drawn.error.problem));
    else form.refuse('', say(NOT_DRAWABLE));
    return null;
  }
  return (
    <figure class="screen-preview">
      {raw(new TextDecoder().decode(drawn.value.bytes))}
      <figcaption>
        <Measures>
          <Measure label={say('Width')}>{`${request.size ?? code.size} px`}</Measure>
        </Measures>
        <p class="muted">{say('To print it in an exact size, choose PDF.')}</p>
      </figcaption>
    </figure>
  );
}

async function checkPrintForm(c: DashboardContext, code: QrCode, form: Form): Promise<Child | null> {
  const distanceMm = readDistance(form);
  const request = readPrint(form, code);
  if (!request) return null;
  const preview = await previewPrint(c.get('deps'), code, request, distanceMm);
  if (preview.ok) return <PrintPreview {...preview.value} />;
  if (preview.error.reason === 'not_printable') refusePrint(form, preview.error.problems);
  else form.refuse('', say(NOT_DRAWABLE));
  return null;
}

async function checkSheetForm(c: DashboardContext, code: QrCode, form: Form): Promise<Child | null> {
  const request = readSheet(form);
  if (!request) return null;
  const deps = c.get('deps');
  if (request.kind === 'layout') {
    const page = await drawLayoutPicture(deps, code, request);
    if (page.ok) return <LayoutPreview request={request} picture={page.value} />;
    refuseSheet(form, page.error);
    return null;
  }
  const label = await drawLabelPicture(deps, code, request);
  if (label.ok) return <LabelsPreview request={request} printed={label.value} />;
  refuseSheet(form, label.error);
  return null;
}

/** The result of a form that is being filled in, or its problems. */
export function Checked({ form, result }: { readonly form: Form; readonly result: Child | null }) {
  if (result !== null) return <>{result}</>;
  return (
    <>
      {form.errors().map(([name, message]) => (
        <p class="problem" data-field={name}>
          {Object.hasOwn(DOWNLOAD_FIELDS, name) ? (
            <strong>{`${say(DOWNLOAD_FIELDS[name as DownloadField].label)}: `}</strong>
          ) : null}
          {message}
        </p>
      ))}
    </>
  );
}
