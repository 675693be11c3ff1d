import { say } from '#languages/say.ts';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { NewCode } from '#core/codes/code-request.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { type ContentType, leadsToUrl, parseContentType } from '#core/content/content.ts';
import { PAYMENT_SYMBOLS } from '#core/content/payments/payment-symbol.ts';
import { leastTillWidthMm } from '#core/prints/point-of-sale.ts';
import { isOnThisMachine } from '#core/http/local-host.ts';
import type { Template } from '#core/styles/template.ts';
import { PLANS } from '#core/accounts/plan.ts';
import { sha256Hex } from '#core/bytes/sha256.ts';
import { createQrCodes } from '#service/codes/create.ts';
import { estimateCreationMs } from '#service/images/drawing-time.ts';
import { previewQrCode } from '#service/images/preview.ts';
import type { CreateProblem } from '#contract/codes/write-problems.ts';
import { listBudgetProblems } from '#service/codes/new-code.ts';
import { checkCodeForm, CODE_FORM_DEFAULTS, hasDomain } from './check-new-form.ts';
import { listKnownTags } from '#service/codes/tags.ts';
import { findCode } from '../find-code.ts';
import { type FixableProblem, toProblem } from './design/fixes.ts';
import { findPrintableHosts, type PrintableHosts } from '#storage/domains/domains.ts';
import { listTemplates } from '#storage/styles/templates.ts';
import { listGs1Hosts, listHosts } from './domain-field.tsx';
import { writeFinished } from './design/designs.tsx';
import { storeTemplate, writeTemplate } from './design/templates.tsx';
import { findPictures, takePicture } from '#service/styles/logo-pictures.ts';
import { readChoices, setValues, tellProblems } from './design/designer.ts';
import { toDuplicate } from './duplicate.ts';
import { CodePreview, type Preview, toPreview } from './preview.tsx';
import { listTargetFields } from './content/target-fields.tsx';
import { toFieldProblem } from '../explain-problems.ts';
import { readFileChoices } from '../library/file-fields.tsx';
import { FILE } from '../library/take-file.ts';
import { takeUploads, type UploadKind } from '../../frame/forms/take-uploads.ts';
import { IMAGE } from './design/logo.tsx';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { Form } from '../../frame/forms/form.ts';
import { keepFormId, openFormId, readFormId } from '../../frame/forms/form-id.ts';
import { payForDrawing } from '../../accounts/sign-in/limit-attempts.ts';
import { PageError } from '../../frame/page-error.ts';
import { NewCodeForm, type NewCodeFormProps } from './new-form.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { renderPage } from '../../frame/render.tsx';

const ID_PREFIX = 'form';

/** For each page that opens the form of a new code. */
export const keepCodeFormId = keepFormId(ID_PREFIX);

/** `GET /codes/new?type={type}&template={id}&use_design={id}&file={id}`: without a template or a design, with the look of the default template. */
export async function showCodeForm(c: DashboardContext): Promise<Response> {
  const type = parseContentType(c.req.query('type') ?? '') ?? 'url';
  const [templates, hosts] = await Promise.all([
    listTemplates(c.get('deps').db, c.get('person').account.id),
    readHosts(c),
  ]);
  const named = templates.find(({ id }) => id === c.req.query('template'));
  const standard = named ?? templates.find(({ isDefault }) => isDefault);
  const look = { ...writeTemplate(standard), ...writeFinished(c.req.query('use_design') ?? '') };
  const file = c.req.query('file') ?? '';
  const values = { ...look, ...writeHost(hosts), type, file };
  return renderCodeForm(c, toNewForm(c, values), type, { templates, hosts });
}

/** `GET /codes/{id}/duplicate`: the form for a new code, filled in like this one. */
export async function showDuplicateForm(c: DashboardContext): Promise<Response> {
  const [code, hosts] = await Promise.all([findCode(c), readHosts(c)]);
  const { values, notes } = toDuplicate(code);
  const form = toNewForm(c, { ...writeHost(hosts), ...values });
  return renderCodeForm(c, form, code.type, { original: { code, notes }, hosts });
}

function readHosts(c: DashboardContext): Promise<PrintableHosts> {
  return findPrintableHosts(c.get('deps').db, c.get('person').account.id);
}

/** What a form opens with, so that its preview has the size of the code. */
function writeHost({ byDefault }: PrintableHosts) {
  return { domain: byDefault ?? '' };
}

/** The freshly opened form for a new code, with the id of its address. */
export function toNewForm(c: DashboardContext, values: Readonly<Record<string, string>> = {}): Form {
  return new Form(Object.entries({ ...CODE_FORM_DEFAULTS, ...values, id: openFormId(c, ID_PREFIX) }));
}

/** `POST /codes/new`: shows the form again, for another type, with the values of a button or a template, or with a preview. */
export async function changeCodeForm(c: DashboardContext): Promise<Response> {
  const { form: sent, type, problems } = await readCodeForm(c);
  if (problems.length > 0) return renderCodeForm(c, sent, type, { problems, status: 422 });
  if (sent.value('save_template') !== '') return saveTemplate(c, sent, type);
  const isPreview = sent.value('preview') !== '';
  const set = await setValues(c, sent);
  const form = set ?? sent;
  const [firstField] = listTargetFields(type);
  if (!set && !isPreview && firstField !== undefined) form.focusOn(firstField);
  const preview = await previewCodeForm(c, form, type);
  return renderCodeForm(c, form, type, { preview, problems: isPreview ? preview.problems : [] });
}

/** `POST /codes/new/logo`: stores the picture for the middle of the code, and shows the form again with it. */
export const uploadLogo = (c: DashboardContext) => showUploaded(c, IMAGE);

/** `POST /codes/new/file`: stores the file that the code will open, and shows the form again with it. */
export const uploadFileOfForm = (c: DashboardContext) => showUploaded(c, FILE);

async function showUploaded(c: DashboardContext, kind: UploadKind): Promise<Response> {
  const { form, type, problems } = await readCodeForm(c, kind);
  return renderCodeForm(c, form, type, problems.length === 0 ? {} : { problems, status: 422 });
}

async function saveTemplate(c: DashboardContext, form: Form, type: ContentType): Promise<Response> {
  const stored = await storeTemplate(c, form, type);
  if (!('id' in stored)) return renderCodeForm(c, form, type, { problems: stored, status: 422 });
  const { id, name } = stored;
  const shown = new Form([...form.entries(), ['template', id], ['template_name', '']]);
  return renderCodeForm(c, shown, type, { savedTemplate: name });
}

/** `POST /codes/preview`: only the preview, for the script that requests it during typing. */
export async function showPreview(c: DashboardContext): Promise<Response> {
  const { form, type } = await readCodeForm(c);
  return c.html(<CodePreview {...await previewCodeForm(c, form, type)} action="/codes/new" />);
}

/** `POST /codes`: creates one code for each form, however often it is sent. A changed form creates another code. */
export async function createCode(c: DashboardContext): Promise<Response> {
  const { form, type, id, problems: ofUploads } = await readCodeForm(c);
  const { newCode, problems: ofFields } = checkCodeForm(form, type, c.get('deps'));
  const problems = [...ofUploads, ...ofFields];
  if (newCode === null || problems.length > 0)
    return renderCodeForm(c, form, type, { problems, status: 422 });
  if (!(await payForDrawing(c, estimateCreationMs(newCode)))) return refuseForPlan(c, form, type);
  const created = await create(c, id, newCode);
  if (created.ok) {
    return redirectSaying(c, `/codes/${created.value.body}`, sayCreated(c, newCode));
  }
  const failure = created.error;
  switch (failure.reason) {
    case 'refused': {
      const refusals = failure.problems.map((problem) => toFieldProblem(problem, form, type));
      return renderCodeForm(c, form, type, { problems: refusals, status: statusOf(failure.problems) });
    }
    case 'idempotency_in_progress': {
      const message = say(
        'You sent this form twice, and we are still creating the code. Press “Create code” again in a moment to see it. That does not create a second code.',
      );
      return renderCodeForm(c, form, type, { problems: [toProblem(message)], status: 409 });
    }
    case 'idempotency_mismatch':
      throw new Error('two requests have one key, although the key contains the hash of its request');
  }
}

function sayCreated(c: DashboardContext, { isDynamic }: NewCode) {
  if (!isDynamic) return 'code_created';
  const isLocal = isOnThisMachine(new URL(c.get('deps').shortUrlBase));
  return isLocal ? 'local_code_created' : 'dynamic_code_created';
}

function statusOf(problems: readonly CreateProblem[]): 403 | 422 | 503 {
  const reasons = problems.map((problem) => 'reason' in problem && problem.reason);
  if (reasons.includes('quota_exceeded')) return 403;
  return reasons.includes('images_not_stored') ? 503 : 422;
}

function refuseForPlan(c: DashboardContext, form: Form, type: ContentType): Promise<Response> {
  const { requestsPerMinute } = PLANS[c.get('person').account.plan];
  const message = say(
    'Your plan allows the account {requests, number} requests a minute, its API keys included. No code was created. Wait a minute, then press “Create code” again.',
    { requests: requestsPerMinute },
  );
  c.header('Retry-After', '60');
  return renderCodeForm(c, form, type, { problems: [toProblem(message)], status: 429 });
}

/** Creates the code once for a form. The stored response is its public id. */
async function create(c: DashboardContext, formId: string, newCode: NewCode) {
  const { account } = c.get('person');
  const requestHash = await sha256Hex(new TextEncoder().encode(JSON.stringify(newCode)));
  return createQrCodes(c.get('deps'), c.get('person'), {
    newCodes: [newCode],
    claim: { accountId: account.id, key: `${formId}-${requestHash}`, requestHash },
    present: ([result]) => (result?.ok ? toPublicId(result.value.codeId) : null),
  });
}

/** Reads the form. Files that were chosen but not uploaded are stored first, as their own buttons would. */
async function readCodeForm(c: DashboardContext, required?: UploadKind) {
  const uploads = [
    [IMAGE, 'style.logo.image'],
    [FILE, 'file'],
  ] as const;
  const form = await takeUploads(c, uploads, required);
  const problems = form.errors().map(([field, message]) => toProblem(message, field));
  return { ...checkForm(form), problems };
}

function checkForm(form: Form): { form: Form; type: ContentType; id: string } {
  const type = parseContentType(form.value('type'));
  if (type === null) {
    throw new PageError(
      400,
      say('Unknown type of content'),
      say('A code cannot hold this type of content. Start again with a new form.'),
    );
  }
  return { form, type, id: readFormId(form, ID_PREFIX) };
}

async function renderCodeForm(
  c: DashboardContext,
  form: Form,
  type: ContentType,
  options: {
    readonly problems?: readonly FixableProblem[];
    readonly status?: ContentfulStatusCode;
    readonly preview?: Preview;
    readonly original?: NewCodeFormProps['original'];
    readonly savedTemplate?: string;
    readonly templates?: readonly Template[];
    readonly hosts?: PrintableHosts;
  } = {},
): Promise<Response> {
  const { problems = [], status = 200 } = options;
  const preview = options.preview ?? (await previewCodeForm(c, form, type));
  const shown = tellProblems(form, problems, preview);
  const { gs1Host, shortUrlBase } = c.get('deps');
  const [knownTags, files, hosts, choices] = await Promise.all([
    listKnownTags(c.get('deps'), c.get('person').account.id),
    type === 'file' ? readFileChoices(c, form.value('file')) : [],
    options.hosts ?? readHosts(c),
    readChoices(c, form, options.templates),
  ]);
  return renderPage(
    c,
    { title: say('New code'), section: 'Codes', status },
    <NewCodeForm
      form={form}
      action="/codes/new"
      type={type}
      problems={problems}
      preview={shown}
      knownTags={knownTags}
      files={files}
      hosts={type === 'gs1' ? listGs1Hosts(hosts, gs1Host) : listHosts(hosts, new URL(shortUrlBase).host)}
      draft={c.get('person').id}
      {...choices}
      savedTemplate={options.savedTemplate ?? null}
      original={options.original}
    />,
  );
}

/** The preview of a form, with every problem of the form. */
async function previewCodeForm(c: DashboardContext, form: Form, type: ContentType): Promise<Preview> {
  const deps = c.get('deps');
  const { newCode, problems: found } = checkCodeForm(form, type, deps);
  const problems = [...found];
  if (newCode === null) return { symbol: null, robustness: null, problems, target: '' };
  const target = leadsToUrl(type) ? newCode.target : '';
  const pictures = await findPictures(deps, c.get('person').account.id, [newCode]);
  const picture = takePicture(pictures, newCode);
  if (!picture.ok) problems.push(toFieldProblem(picture.error, form, type));
  problems.push(...listBudgetProblems(newCode, deps.budget).map((one) => toFieldProblem(one, form, type)));
  const logo = picture.ok ? picture.value : null;
  const preview = await previewQrCode(deps, newCode, logo, { isTested: problems.length === 0 });
  if (preview.ok) {
    const { fault } = preview.value;
    const told = fault ? [...problems, toFieldProblem(fault, form, type)] : problems;
    const payment = PAYMENT_SYMBOLS[type];
    const isShown = (newCode.isDynamic || payment) && !hasDomain(type);
    const read = isShown ? { ...newCode, content: newCode.content ?? null, redirectTo: null } : null;
    const tillMm = newCode.gs1 ? leastTillWidthMm(preview.value.side) : undefined;
    const printMm = payment?.print?.sideMm ?? tillMm;
    return { ...toPreview(preview.value, newCode, told, target), read, printMm };
  }
  const isKnown = preview.error.code === 'unfit_content';
  return {
    symbol: null,
    robustness: null,
    problems: isKnown ? problems : [...problems, toFieldProblem(preview.error, form, type)],
    target,
  };
}
