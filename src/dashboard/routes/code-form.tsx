import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { toPublicId } from '../../core/code-id.ts';
import { TARGET_FAMILIES, type FieldProblem } from '../../core/compose-target.ts';
import { type ContentType, parseContentType } from '../../core/content.ts';
import { PLANS } from '../../core/plan.ts';
import { sha256Hex } from '../../core/sha256.ts';
import { createQrCodesOnce } from '../../service/create-qr-codes-once.ts';
import { previewQrCode } from '../../service/preview-qr-code.ts';
import type { QrCodeRequest } from '../../service/qr-code-request.ts';
import { checkCodeForm, CODE_FORM_DEFAULTS } from '../code-form.ts';
import { CodePreview, type CodePreviewProps } from '../components/code-preview.tsx';
import { toFieldProblem } from '../create-problems.ts';
import type { DashboardContext } from '../dashboard-env.ts';
import { Form, readForm } from '../form.ts';
import { createFormId, readFormId } from '../form-id.ts';
import { takeFromPlan } from '../middleware/limit-attempts.ts';
import { PageError } from '../page-error.ts';
import { CodeFormPage } from '../pages/code-form.tsx';
import { renderPage } from '../render.tsx';

const ID_PREFIX = 'form';

/** `GET /codes/new` */
export async function showCodeForm(c: DashboardContext): Promise<Response> {
  const type = parseContentType(c.req.query('type') ?? '') ?? 'url';
  const form = new Form(Object.entries({ ...CODE_FORM_DEFAULTS, type, id: createFormId(c, ID_PREFIX) }));
  return renderCodeForm(c, form, type);
}

/** `POST /codes/new`: the form again, for another type, with the colours that were offered, or with a preview. */
export async function changeCodeForm(c: DashboardContext): Promise<Response> {
  const { form: sent, type } = await readCodeForm(c);
  const [, dark, light] = /^(#[0-9a-f]{6}) (#[0-9a-f]{6})$/i.exec(sent.value('colors')) ?? [];
  const form = dark && light ? withValues(sent, { dark, light }) : sent;
  const isOtherType = form.value('preview') === '' && form.value('colors') === '';
  const [firstField] = TARGET_FAMILIES[type].fields;
  if (isOtherType && firstField !== undefined) form.focusOn(firstField);
  const preview = previewCodeForm(c, form, type);
  return renderCodeForm(c, form, type, {
    preview,
    problems: form.value('preview') === '' ? [] : preview.problems,
  });
}

/** `POST /codes/preview`: the preview alone, for the script that asks while somebody types. */
export async function showPreview(c: DashboardContext): Promise<Response> {
  const { form, type } = await readCodeForm(c);
  return c.html(<CodePreview {...previewCodeForm(c, form, type)} />);
}

/** `POST /codes`: one code for each form, however often it is sent; a form that was changed since is another one. */
export async function createCode(c: DashboardContext): Promise<Response> {
  const { form, type, id } = await readCodeForm(c);
  const { request, problems } = checkCodeForm(form, type, c.get('deps').shortUrlBase);
  if (request === null || problems.length > 0)
    return renderCodeForm(c, form, type, { problems, status: 422 });
  if (!(await takeFromPlan(c))) return refuseForPlan(c, form, type);
  const outcome = await createOnce(c, id, request);
  switch (outcome.kind) {
    case 'answered':
      return c.redirect(`/codes/${outcome.body}?created=1`, 303);
    case 'worked_on': {
      const [result] = outcome.results;
      if (result?.ok) return c.redirect(`/codes/${toPublicId(result.value.codeId)}?created=1`, 303);
      const refusals = (result?.error ?? []).map((problem) => toFieldProblem(problem, form, type));
      const status = refusals.some(({ field }) => field === '') ? 503 : 422;
      return renderCodeForm(c, form, type, { problems: refusals, status });
    }
    case 'in_progress': {
      const message =
        'This form was sent twice, and the first time is still being worked on. Press “Create” again in a moment: it leads to the code, and makes no second one.';
      return renderCodeForm(c, form, type, {
        problems: [{ field: '', message, isMissing: false }],
        status: 409,
      });
    }
    case 'mismatch':
      throw new Error('a key that holds the hash of its request was used for another');
  }
}

function refuseForPlan(c: DashboardContext, form: Form, type: ContentType): Promise<Response> {
  const { requestsPerMinute } = PLANS[c.get('person').account.plan];
  const message = `Your plan allows the account ${requestsPerMinute} requests a minute, its API keys included. Nothing was made: wait a minute, and press “Create” again.`;
  c.header('Retry-After', '60');
  return renderCodeForm(c, form, type, { problems: [{ field: '', message, isMissing: false }], status: 429 });
}

async function createOnce(c: DashboardContext, formId: string, request: QrCodeRequest) {
  const requestHash = await sha256Hex(new TextEncoder().encode(JSON.stringify(request)));
  const claim = { accountId: c.get('person').account.id, key: `${formId}-${requestHash}`, requestHash };
  return createQrCodesOnce(c.get('deps'), claim, [request], ([result]) =>
    result?.ok ? toPublicId(result.value.codeId) : '',
  );
}

async function readCodeForm(c: DashboardContext): Promise<{ form: Form; type: ContentType; id: string }> {
  const form = await readForm(c);
  const type = parseContentType(form.value('type'));
  if (type === null) {
    throw new PageError(400, 'Not a content', 'A code cannot hold this. Start again with a new form.');
  }
  return { form, type, id: readFormId(form, ID_PREFIX) };
}

async function renderCodeForm(
  c: DashboardContext,
  form: Form,
  type: ContentType,
  options: {
    readonly problems?: readonly FieldProblem[];
    readonly status?: ContentfulStatusCode;
    readonly preview?: CodePreviewProps;
  } = {},
): Promise<Response> {
  const { problems = [], status = 200 } = options;
  for (const { field, message } of problems) form.refuse(field, message);
  const preview = options.preview ?? previewCodeForm(c, form, type);
  // What is said beside the fields is not said twice.
  const shown = problems.length === 0 ? preview : { ...preview, problems: [], contrast: null };
  return renderPage(
    c,
    { title: 'New code', section: 'Codes', status },
    <CodeFormPage form={form} type={type} contrast={preview.contrast} preview={shown} />,
  );
}

/** The preview of a form, with all that is wrong with it. */
function previewCodeForm(c: DashboardContext, form: Form, type: ContentType): CodePreviewProps {
  const deps = c.get('deps');
  const { request, problems, contrast } = checkCodeForm(form, type, deps.shortUrlBase);
  if (request === null) return { symbol: null, problems, contrast };
  const preview = previewQrCode(deps, request);
  if (preview.ok) return { symbol: preview.value, problems, contrast };
  const isKnown = preview.error.reason === 'invalid_target';
  return {
    symbol: null,
    problems: isKnown ? problems : [...problems, toFieldProblem(preview.error, form, type)],
    contrast,
  };
}

function withValues(form: Form, values: Readonly<Record<string, string>>): Form {
  return new Form([...form.entries(), ...Object.entries(values)]);
}
