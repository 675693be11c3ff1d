import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { renditionBody, toRenditionFields } from '#contract/styles/renditions.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { ImageFormat, QrCode } from '#core/codes/qr-code.ts';
import { MAX_RENDITIONS, parseRenditionId, toRenditionImage } from '#core/styles/rendition.ts';
import { reckonCreationMs } from '#service/images/drawing-time.ts';
import { previewRendition } from '#service/images/preview.ts';
import { createRendition, deleteRendition, type RenditionProblem } from '#service/styles/renditions.ts';
import { findRendition, listRenditions } from '#storage/styles/renditions.ts';
import { payForDrawing } from '../../accounts/sign-in/limit-attempts.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { toFieldProblem } from '../explain-problems.ts';
import { findCode } from '../find-code.ts';
import { type FixableProblem, toProblem } from '../form/design/fixes.ts';
import { readChoices, setValues, takeLogo, tellProblems } from '../form/design/designer.ts';
import { DESIGN_DEFAULTS, toLookInput, writeDesign } from '../form/design/read-design.ts';
import { CODE_FORM_DEFAULTS } from '../form/check-new-form.ts';
import { CodePreview, type Preview, toPreview } from '../form/preview.tsx';
import { mendFields } from '../form/mend-fields.ts';
import { respondWithImage } from '../page/images.ts';
import { RenditionsPage } from './page.tsx';

/** `/codes/{id}/renditions`: other pictures with the content of a code. */
export const renditionRoutes = new Hono<DashboardEnv>()
  .get('/', showRenditions)
  .post('/', addRendition)
  .post('/preview', showRenditionPreview)
  .post('/logo', uploadRenditionLogo)
  .get('/:file{rnd_[0-9a-f]+\\.(?:svg|png)}', readRenditionImage)
  .post('/:rendition_id/delete', removeRendition);

async function showRenditions(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const { color, style, size, margin } = code;
  const form = new Form(
    Object.entries({
      ...DESIGN_DEFAULTS,
      ...writeDesign({ color, style: style ?? null }),
      size: String(size),
      margin: String(margin),
    }),
  );
  return renderRenditions(c, code, form);
}

/**
 * `POST /codes/{id}/renditions`: draws the rendition of the form, or shows the form with the values of a button or a template, or with its
 * preview.
 */
async function addRendition(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const { form, problems: ofLogo } = await takeLogo(c);
  if (ofLogo.length > 0) return renderRenditions(c, code, form, ofLogo);
  // The level of the code stays.
  const set = await setValues(c, form, ['error_correction']);
  if (set) return renderRenditions(c, code, set);
  if (form.value('preview') !== '') return renderRenditions(c, code, form);
  const { fields, problems } = readRendition(form, code);
  if (problems.length > 0) return renderRenditions(c, code, form, problems);
  if (!(await payForDrawing(c, reckonCreationMs({ ...code, ...fields }))))
    return refuseForPlan(c, code, form);
  const created = await createRendition(c.get('deps'), code, fields);
  if (!created.ok) return renderRenditions(c, code, form, explain(created.error, form, code));
  return redirectSaying(c, toPath(code), 'rendition_added');
}

/** `POST /codes/{id}/renditions/preview`: only the preview, for the script that requests it during the choice. */
async function showRenditionPreview(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const preview = await previewForm(c, code, await readForm(c));
  return c.html(<CodePreview {...preview} action={toPath(code)} />);
}

/** `POST /codes/{id}/renditions/logo`: stores the file of the form, and shows the form again with it. */
async function uploadRenditionLogo(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const { form, problems } = await takeLogo(c, { isRequired: true });
  return renderRenditions(c, code, form, problems);
}

function readRendition(form: Form, { type }: QrCode) {
  const toInput = (read: Form) => ({
    ...toLookInput(read),
    size: read.whole('size'),
    margin: read.number('margin'),
  });
  const { body, problems } = mendFields(form, type, renditionBody, toInput, CODE_FORM_DEFAULTS);
  return { fields: toRenditionFields(body), problems };
}

/** The rendition that the form describes, with every problem that shows without the test photo. */
async function previewForm(c: DashboardContext, code: QrCode, form: Form): Promise<Preview> {
  const { fields, problems: found } = readRendition(form, code);
  const { symbol, problems: refused } = await previewRendition(c.get('deps'), code, fields);
  const problem: RenditionProblem =
    refused === null ? { reason: 'not_drawable' } : { reason: 'refused', problems: refused };
  const problems = [...found, ...explain(problem, form, code)];
  if (symbol === null) return { symbol, robustness: null, problems, target: '' };
  return toPreview(symbol, fields, problems, '');
}

async function removeRendition(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const hash = parseRenditionId(c.req.param('rendition_id') ?? '');
  const deleted =
    hash !== null && (await deleteRendition(c.get('deps'), c.get('person'), code.codeId, hash)).ok;
  if (!deleted) throw pageNotFound();
  return redirectSaying(c, toPath(code), 'rendition_deleted');
}

/** `GET /codes/{id}/renditions/{rendition_id}.svg` and `.png`; with `?download`, the browser saves it as a file. */
async function readRenditionImage(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const [id = '', format = ''] = (c.req.param('file') ?? '').split('.');
  const hash = parseRenditionId(id);
  const found = hash === null ? null : await findRendition(c.get('deps').db, code.codeId, hash);
  if (!found || found.isDeleted) throw pageNotFound();
  return respondWithImage(c, code, toRenditionImage(found.rendition), format as ImageFormat);
}

function explain(problem: RenditionProblem, form: Form, code: QrCode): FixableProblem[] {
  switch (problem.reason) {
    case 'not_found':
      throw pageNotFound();
    case 'not_drawable':
      return [toProblem(say('What this code holds cannot be drawn any more.'))];
    case 'rendition_is_deleted':
      return [toProblem(say('This picture was deleted a moment ago. Please try again in a minute.'))];
    case 'too_many_renditions':
      return [
        toProblem(
          say('A code has at most {most, number} other pictures. Delete one of those above first.', {
            most: MAX_RENDITIONS,
          }),
        ),
      ];
    case 'refused':
      return problem.problems.map((one) => {
        if ('reason' in one && one.reason === 'images_not_stored')
          return toProblem(say('The pictures cannot be stored right now. Please try again.'));
        const found = toFieldProblem(one, form, code.type);
        const isHere = found.field in DESIGN_DEFAULTS || found.field === 'size';
        return isHere ? found : { ...found, field: '' };
      });
  }
}

function refuseForPlan(c: DashboardContext, code: QrCode, form: Form): Promise<Response> {
  const message = say('Your plan allows no more requests in this minute. Wait a minute, then try again.');
  c.header('Retry-After', '60');
  return renderRenditions(c, code, form, [toProblem(message)], 429);
}

async function renderRenditions(
  c: DashboardContext,
  code: QrCode,
  form: Form,
  problems: readonly FixableProblem[] = [],
  status: 200 | 422 | 429 = problems.length === 0 ? 200 : 422,
): Promise<Response> {
  const [choices, preview, renditions] = await Promise.all([
    readChoices(c, form),
    previewForm(c, code, form),
    listRenditions(c.get('deps').db, [code.codeId]),
  ]);
  const shown = tellProblems(form, problems, preview);
  return renderPage(
    c,
    { title: say('Other pictures'), section: 'Codes', status },
    <RenditionsPage
      code={code}
      renditions={renditions.get(code.codeId) ?? []}
      form={form}
      problems={problems}
      {...choices}
      preview={shown}
      action={toPath(code)}
    />,
  );
}

function toPath({ codeId }: QrCode): string {
  return `/codes/${toPublicId(codeId)}/renditions`;
}
