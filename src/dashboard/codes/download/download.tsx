import { Hono } from 'hono';
import { html } from 'hono/html';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { PrintFormat } from '#core/prints/print-request.ts';
import { drawImage } from '#service/images/image.ts';
import { printQrCode } from '#service/prints/print.ts';
import { printSheets } from '#service/prints/sheets.ts';
import { limitDrawing } from '../../accounts/sign-in/limit-attempts.ts';
import { toAttachment } from '../../frame/attachment.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { Form } from '../../frame/forms/form.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { findCode } from '../find-code.ts';
import { nameCode } from '../name-code.ts';
import { Checked, checkForm } from './check.tsx';
import { type Choices, keepChoices, readChoices } from './choices.ts';
import { type Kind, KINDS, parseKind } from './kinds.ts';
import { listDefaults, readLabels, readPrint, readScreen, refusePrint } from './read-forms.ts';
import { DownloadSheet, type KindForm } from './sheet.tsx';

/** `/codes/{id}/download`: the sheet, the result of a form while it is filled in, and the files. */
export const downloadRoutes = new Hono<DashboardEnv>()
  .get('/', showSheet)
  .get('/check', showCheck)
  .get('/screen', limitDrawing, downloadImage)
  .get('/print', limitDrawing, downloadPrint)
  .get('/labels', limitDrawing, downloadLabels);

/** With `kind` in the query, that form has the values of the query: the check without JavaScript. */
async function showSheet(c: DashboardContext): Promise<Response> {
  const { code } = await findCode(c);
  const kind = parseKind(c.req.query('kind'));
  return renderSheet(c, code, kind && { kind, form: readQuery(c, kind, code) });
}

/** The part below one of the forms, for the script. */
async function showCheck(c: DashboardContext): Promise<Response> {
  const { code } = await findCode(c);
  const kind = parseKind(c.req.query('kind'));
  if (!kind) throw pageNotFound();
  const form = readQuery(c, kind, code);
  const result = await checkForm(c, kind, code, form);
  return c.html(html`${<Checked form={form} result={result} />}`);
}

async function downloadImage(c: DashboardContext): Promise<Response> {
  const { code } = await findCode(c);
  const form = readQuery(c, 'screen', code);
  const request = readScreen(form);
  if (!request) return refuseForm(c, code, { kind: 'screen', form });
  const drawn = await drawImage(c.get('deps'), c.get('person').account.id, code.codeId, request);
  if (drawn.ok) {
    keepChoices(c, 'screen', form);
    const { format, bytes } = drawn.value;
    return respondWithFile(c, code, { bytes, type: IMAGE_TYPES[format], ending: `.${format}` });
  }
  if (drawn.error.reason === 'not_found') throw pageNotFound();
  if (drawn.error.reason === 'size_too_small') form.refuse('size', sayInForm(drawn.error.problem));
  else form.refuse('', NOT_DRAWN);
  return refuseForm(c, code, { kind: 'screen', form });
}

async function downloadPrint(c: DashboardContext): Promise<Response> {
  const { code } = await findCode(c);
  const form = readQuery(c, 'print', code);
  const request = readPrint(form);
  if (!request) return refuseForm(c, code, { kind: 'print', form });
  const printed = await printQrCode(c.get('deps'), c.get('person').account.id, code.codeId, request);
  if (printed.ok) {
    keepChoices(c, 'print', form);
    const { format, bytes } = printed.value;
    return respondWithFile(c, code, { bytes, type: PRINT_TYPES[format], ending: `.${format}` });
  }
  if (printed.error.reason === 'not_found') throw pageNotFound();
  if (printed.error.reason === 'not_printable') refusePrint(form, printed.error.problems);
  return refuseForm(c, code, { kind: 'print', form });
}

async function downloadLabels(c: DashboardContext): Promise<Response> {
  const { code } = await findCode(c);
  const form = readQuery(c, 'labels', code);
  const request = readLabels(form);
  if (!request) return refuseForm(c, code, { kind: 'labels', form });
  const selection = { names: [toPublicId(code.codeId)] };
  const sheets = await printSheets(c.get('deps'), c.get('person').account.id, selection, request);
  if (sheets.ok) {
    keepChoices(c, 'labels', form);
    const file = { bytes: sheets.value, type: PRINT_TYPES.pdf, ending: ' labels.pdf' };
    return respondWithFile(c, code, file);
  }
  // Another person has just deleted it.
  if (sheets.error.reason === 'not_found') throw pageNotFound();
  return refuseForm(c, code, { kind: 'labels', form });
}

const IMAGE_TYPES = { png: 'image/png', svg: 'image/svg+xml' } as const;

const PRINT_TYPES = {
  pdf: 'application/pdf',
  eps: 'application/postscript',
  svg: 'image/svg+xml',
} as const satisfies Record<PrintFormat, string>;

const NOT_DRAWN =
  'A rule that is newer than this code refuses its content, so it cannot be drawn again. Its original pictures are on its page.';

function respondWithFile(
  c: DashboardContext,
  code: QrCode,
  { bytes, type, ending }: { readonly bytes: Uint8Array; readonly type: string; readonly ending: string },
): Response {
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': type,
    'Content-Disposition': toAttachment(code.title, toPublicId(code.codeId), ending),
    'Cache-Control': 'private, no-store',
  });
}

interface GivenForm {
  readonly kind: Kind;
  readonly form: Form;
}

/** The form from the query; omitted fields have their first values. */
function readQuery(c: DashboardContext, kind: Kind, code: QrCode): Form {
  const { kind: _, ...fields } = c.req.query();
  return new Form(Object.entries({ ...listDefaults(kind, code), ...fields }));
}

/** A form has the given values, those of its last use, or its first ones. */
function openForm(kind: Kind, code: QrCode, given: GivenForm | null, { forms }: Choices): Form {
  if (given?.kind === kind) return given.form;
  return new Form([...Object.entries(listDefaults(kind, code)), ...new URLSearchParams(forms[kind] ?? '')]);
}

/** The sheet again, with its problems: those that the check finds, and the earlier ones. */
function refuseForm(c: DashboardContext, code: QrCode, given: GivenForm): Promise<Response> {
  return renderSheet(c, code, given, 422);
}

async function renderSheet(
  c: DashboardContext,
  code: QrCode,
  given: GivenForm | null,
  status: 200 | 422 = 200,
): Promise<Response> {
  const choices = readChoices(c);
  const forms = await Promise.all(
    KINDS.map(async (kind): Promise<[Kind, KindForm]> => {
      const form = openForm(kind, code, given, choices);
      return [kind, { form, result: await checkForm(c, kind, code, form) }];
    }),
  );
  const path = `/codes/${toPublicId(code.codeId)}`;
  return renderPage(
    c,
    { title: `Download ${nameCode(code)}`, section: 'Codes', status },
    <section class="download-page">
      <PageHead
        back={{ href: path, label: 'Back to the code' }}
        title={
          <>
            Download <bdi>{nameCode(code)}</bdi>
          </>
        }
      />
      <DownloadSheet
        path={path}
        open={given?.kind ?? choices.kind ?? 'screen'}
        forms={Object.fromEntries(forms) as Record<Kind, KindForm>}
      />
    </section>,
  );
}
