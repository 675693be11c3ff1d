import { Hono } from 'hono';
import { html } from 'hono/html';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { PrintFormat } from '#core/prints/print-request.ts';
import { say, sayRich } from '#languages/say.ts';
import { drawImage } from '#service/images/image.ts';
import { printQrCode } from '#service/prints/print.ts';
import { printSheets } from '#service/prints/sheets.ts';
import { listTemplates } from '#storage/styles/templates.ts';
import { allowanceOf } from '../../accounts/sign-in/limit-attempts.ts';
import { toAttachment } from '../../frame/attachment.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { Form } from '../../frame/forms/form.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { findCode } from '../find-code.ts';
import { nameCode } from '#core/codes/name-code.ts';
import { Checked, checkForm } from './check.tsx';
import { wearChosen } from './look.tsx';
import { keepChoices, readChoices } from './choices.ts';
import { CARDS, nameKind, parseKind } from './kinds.ts';
import { listDefaults, readPrint, readScreen } from './read-forms.ts';
import { readSheet } from './read-sheets.ts';
import { DownloadSheet } from './sheet.tsx';

/** `/codes/{id}/download`: the sheet, its preview while it is filled in, and the file. */
export const downloadRoutes = new Hono<DashboardEnv>()
  .get('/', showSheet)
  .get('/check', showCheck)
  .get('/file', downloadFile);

/** With the fields of the form in the query, it has these: the preview without JavaScript. Otherwise it has those of its last use. */
async function showSheet(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const query = c.req.query();
  if ('width_mm' in query) return renderSheet(c, code, readQuery(c, code));
  const values = { ...listDefaults(code), ...readChoices(c, code), ...query };
  const kind = parseKind(values.kind) ?? 'pdf';
  return renderSheet(c, code, new Form(Object.entries({ ...values, kind })));
}

/** The preview, for the script. */
async function showCheck(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const form = readQuery(c, code);
  const result = await checkForm(c, code, form);
  return c.html(html`${<Checked form={form} result={result} />}`);
}

async function downloadFile(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const form = readQuery(c, code);
  const file = await drawFile(c, code, form);
  // The check finds the problems again, and shows them.
  if (!file) return renderSheet(c, code, readQuery(c, code), 422);
  keepChoices(c, code, form, listDefaults(code));
  return sendDownload(c, code, file);
}

interface DownloadedFile {
  readonly bytes: Uint8Array | ReadableStream;
  readonly type: string;
  readonly ending: string;
}

/** The file that a form asks for; null if there is a problem. */
async function drawFile(c: DashboardContext, code: QrCode, form: Form): Promise<DownloadedFile | null> {
  const deps = c.get('deps');
  const allowance = allowanceOf(c);
  const kind = parseKind(form.value('kind'));
  if (kind !== null && CARDS[kind].group === 'paper') {
    const request = readSheet(form);
    const selection = { names: [toPublicId(code.codeId)] };
    const sheets = request && (await printSheets(deps, code.accountId, selection, request, allowance));
    const ending = ` (${nameKind(kind)}).pdf`;
    return sheets?.ok ? { bytes: sheets.value, type: PRINT_TYPES.pdf, ending } : null;
  }
  const dressed = await wearChosen(c, code, form);
  if (!dressed) return null;
  switch (kind) {
    case 'png': {
      const request = readScreen(form);
      const drawn = request && (await drawImage(deps, dressed, request, allowance));
      return drawn?.ok ? { bytes: drawn.value.bytes, type: 'image/png', ending: '.png' } : null;
    }
    default: {
      const request = readPrint(form, dressed);
      const printed = request && (await printQrCode(deps, dressed, request, allowance));
      if (!printed?.ok) return null;
      const { format, bytes } = printed.value;
      return { bytes, type: PRINT_TYPES[format], ending: `.${format}` };
    }
  }
}

const PRINT_TYPES = {
  pdf: 'application/pdf',
  eps: 'application/postscript',
  svg: 'image/svg+xml',
} as const satisfies Record<PrintFormat, string>;

function sendDownload(c: DashboardContext, code: QrCode, { bytes, type, ending }: DownloadedFile) {
  return c.body(bytes instanceof Uint8Array ? new Uint8Array(bytes) : bytes, 200, {
    'Content-Type': type,
    'Content-Disposition': toAttachment(code.title, toPublicId(code.codeId), ending),
    'Cache-Control': 'private, no-store',
  });
}

/** The form from the query; omitted fields have their first values. */
function readQuery(c: DashboardContext, code: QrCode): Form {
  return new Form(Object.entries({ ...listDefaults(code), ...c.req.query() }));
}

async function renderSheet(c: DashboardContext, code: QrCode, form: Form, status: 200 | 422 = 200) {
  const [result, templates] = await Promise.all([
    checkForm(c, code, form),
    listTemplates(c.get('deps').db, code.accountId),
  ]);
  // Another person has just deleted it.
  if (status === 422 && result !== null) throw pageNotFound();
  const path = `/codes/${toPublicId(code.codeId)}`;
  return renderPage(
    c,
    { title: say('Download {code}', { code: nameCode(code) }), section: 'Codes', status },
    <section class="download-page">
      <PageHead
        back={{ href: path, label: say('Back to the code') }}
        title={sayRich('Download {code}', { code: <bdi>{nameCode(code)}</bdi> })}
      />
      <DownloadSheet
        path={path}
        isItem={code.gs1 !== null}
        form={form}
        templates={templates}
        preview={<Checked form={form} result={result} />}
      />
    </section>,
  );
}
