import { Hono } from 'hono';
import { toPublicId } from '#core/codes/code-id.ts';
import { IMAGE_SIZE, MARGIN } from '#core/codes/limits.ts';
import type { ImageFormat, QrCode } from '#core/codes/qr-code.ts';
import {
  MAX_RENDITIONS,
  parseRenditionId,
  type RenditionLook,
  toRenditionImage,
} from '#core/codes/rendition.ts';
import { findPictures, takePicture } from '#service/codes/logo-pictures.ts';
import { listBudgetProblems, listLookProblems } from '#service/codes/new-code.ts';
import { previewRendition } from '#service/codes/preview.ts';
import type { CountedQrCode } from '#service/codes/read.ts';
import { createRendition, deleteRendition, type RenditionProblem } from '#service/codes/renditions.ts';
import { findRendition } from '#storage/codes/renditions.ts';
import { findTemplate, listTemplates } from '#storage/codes/templates.ts';
import { takeFromPlan } from '../../accounts/sign-in/limit-attempts.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/form.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { toFieldProblem } from '../explain-problems.ts';
import { findCode } from '../find-code.ts';
import type { FixableProblem } from '../form/design/fixes.ts';
import { readLogoImages, takeLogoFile } from '../form/design/logo.tsx';
import { DESIGN_DEFAULTS, readDesign, writeDesign } from '../form/design/read-design.ts';
import { readRecentColors } from '../form/design/recent-colors.tsx';
import { writeTemplate } from '../form/design/templates.tsx';
import { CodePreview, type Preview, toPreview } from '../form/preview.tsx';
import { FieldReader } from '../form/read-fields.ts';
import { respondWithImage } from '../page/images.ts';
import { LooksPage } from './page.tsx';

/** `/codes/{id}/looks`: other pictures of what a code holds. */
export const lookRoutes = new Hono<DashboardEnv>()
  .get('/', showLooks)
  .post('/', addLook)
  .post('/preview', showLookPreview)
  .post('/logo', uploadLookLogo)
  .get('/:file{rnd_[0-9a-f]+\\.(?:svg|png)}', readLookImage)
  .post('/:rendition_id/delete', removeLook);

async function showLooks(c: DashboardContext): Promise<Response> {
  const counted = await findCode(c);
  const { color, style, size, margin } = counted.code;
  const form = new Form(
    Object.entries({
      ...DESIGN_DEFAULTS,
      ...writeDesign({ color, style: style ?? null }),
      size: String(size),
      margin: String(margin),
    }),
  );
  return renderLooks(c, counted, form);
}

/** `POST /codes/{id}/looks`: draws the look of the form, or shows the form with the values of a button or a template, or with its preview. */
async function addLook(c: DashboardContext): Promise<Response> {
  const counted = await findCode(c);
  const form = await readForm(c);
  const set = [
    ...new URLSearchParams(form.value('set')),
    ...(form.value('use_template') === '' ? [] : await readTemplate(c, form.value('template'))),
  ];
  if (set.length > 0) {
    const shown = new Form([...form.entries(), ...set]);
    shown.focusOn(set[0]?.[0] ?? '');
    return renderLooks(c, counted, shown);
  }
  if (form.value('preview') !== '') return renderLooks(c, counted, form);
  const { look, problems } = readLook(form);
  if (problems.length > 0) return renderLooks(c, counted, form, problems);
  if ((await takeFromPlan(c, 1)) === 0) return renderLooks(c, counted, form, [tooOften()]);
  const created = await createRendition(c.get('deps'), counted.code, look);
  if (!created.ok) return renderLooks(c, counted, form, explain(created.error, form, counted.code));
  return c.redirect(`${toLooksPath(counted.code)}?changed=added`, 303);
}

/** `POST /codes/{id}/looks/preview`: the preview alone, for the script that asks for it while somebody chooses. */
async function showLookPreview(c: DashboardContext): Promise<Response> {
  const { code } = await findCode(c);
  const preview = await previewLook(c, code, await readForm(c));
  return c.html(<CodePreview {...preview} action={toLooksPath(code)} />);
}

/** `POST /codes/{id}/looks/logo`: keeps the file of the form, and shows the form again with it. */
async function uploadLookLogo(c: DashboardContext): Promise<Response> {
  const counted = await findCode(c);
  const form = await takeLogoFile(c);
  const problems = form.errors().map(([field, message]) => ({ field, message, isMissing: false }));
  return renderLooks(c, counted, form, problems);
}

function readLook(form: Form): {
  readonly look: RenditionLook;
  readonly problems: readonly FixableProblem[];
} {
  const read = new FieldReader(form);
  const look = {
    ...readDesign(form, read),
    size: read.number('size', IMAGE_SIZE),
    margin: read.number('margin', MARGIN),
  };
  return { look, problems: read.problems };
}

/** What the look of the form would be, with every problem that shows without the test photo. */
async function previewLook(c: DashboardContext, code: QrCode, form: Form): Promise<Preview> {
  const deps = c.get('deps');
  const { look, problems: found } = readLook(form);
  const picture = takePicture(await findPictures(deps, code.accountId, [look]), look);
  const drawn = await previewRendition(deps, code, look, picture.ok ? picture.value : null);
  const refusals = [
    ...listLookProblems(look),
    ...listBudgetProblems(look, deps.budget),
    ...(picture.ok ? [] : [picture.error]),
    ...(drawn === null || drawn.ok ? [] : [drawn.error]),
  ];
  const refused =
    drawn === null ? { reason: 'not_drawable' as const } : { reason: 'refused' as const, problems: refusals };
  const problems = [...found, ...explain(refused, form, code)];
  if (!drawn?.ok) return { symbol: null, robustness: null, problems, target: '' };
  return toPreview(drawn.value, look, problems, '');
}

/** The fields of a template, without its level: that of the code stays. */
async function readTemplate(c: DashboardContext, id: string): Promise<[name: string, value: string][]> {
  const found = await findTemplate(c.get('deps').db, c.get('person').account.id, id);
  const { error_correction: _, template = '', ...values } = writeTemplate(found ?? undefined);
  return [['template', template], ...Object.entries(values)];
}

async function removeLook(c: DashboardContext): Promise<Response> {
  const { code } = await findCode(c);
  const hash = parseRenditionId(c.req.param('rendition_id') ?? '');
  const { id: editorId, account } = c.get('person');
  const editor = { accountId: account.id, editorId };
  const deleted = hash !== null && (await deleteRendition(c.get('deps'), editor, code.codeId, hash)).ok;
  if (!deleted) throw pageNotFound();
  return c.redirect(`${toLooksPath(code)}?changed=deleted`, 303);
}

/** `GET /codes/{id}/looks/{rendition_id}.svg` and `.png`; with `?download` the browser saves it as a file. */
async function readLookImage(c: DashboardContext): Promise<Response> {
  const { code } = await findCode(c);
  const [id = '', format = ''] = (c.req.param('file') ?? '').split('.');
  const hash = parseRenditionId(id);
  const found = hash === null ? null : await findRendition(c.get('deps').db, code.codeId, hash);
  if (!found || found.isDeleted) throw pageNotFound();
  return respondWithImage(c, code, toRenditionImage(found.rendition), format as ImageFormat);
}

function explain(problem: RenditionProblem, form: Form, code: QrCode): FixableProblem[] {
  const wrong = (message: string) => [{ field: '', message, isMissing: false }];
  switch (problem.reason) {
    case 'not_found':
      throw pageNotFound();
    case 'not_drawable':
      return wrong('What this code holds cannot be drawn any more.');
    case 'rendition_is_deleted':
      return wrong('This look was deleted a moment ago. Please try again in a minute.');
    case 'too_many_renditions':
      return wrong(`A code has at most ${MAX_RENDITIONS} other looks. Delete one of those above first.`);
    case 'refused':
      return problem.problems.map((one) => {
        if (one.reason === 'images_not_stored')
          return {
            field: '',
            message: 'The images cannot be stored right now. Try again.',
            isMissing: false,
          };
        const found = toFieldProblem(one, form, code.type);
        const isHere = found.field in DESIGN_DEFAULTS || found.field === 'size';
        return isHere ? found : { ...found, field: '' };
      });
  }
}

function tooOften(): FixableProblem {
  const message = 'Your plan allows no more requests in this minute. Wait a minute, then try again.';
  return { field: '', message, isMissing: false };
}

async function renderLooks(
  c: DashboardContext,
  counted: CountedQrCode,
  form: Form,
  problems: readonly FixableProblem[] = [],
): Promise<Response> {
  for (const { field, message } of problems) form.refuse(field, message);
  const [images, templates, recentColors, preview] = await Promise.all([
    readLogoImages(c, form),
    listTemplates(c.get('deps').db, c.get('person').account.id),
    readRecentColors(c),
    previewLook(c, counted.code, form),
  ]);
  return renderPage(
    c,
    { title: 'Other looks', section: 'Codes', status: problems.length === 0 ? 200 : 422 },
    <LooksPage
      code={counted.code}
      renditions={counted.renditions ?? []}
      form={form}
      problems={problems}
      templates={templates}
      images={images}
      recentColors={recentColors}
      // The fields say what was refused: the preview does not repeat it.
      preview={problems.length === 0 ? preview : { ...preview, problems: [] }}
      action={toLooksPath(counted.code)}
      notice={NOTICES.get(c.req.query('changed') ?? '') ?? null}
    />,
  );
}

function toLooksPath({ codeId }: QrCode): string {
  return `/codes/${toPublicId(codeId)}/looks`;
}

const NOTICES: ReadonlyMap<string, string> = new Map([
  ['added', 'The look was added.'],
  ['deleted', 'The look was deleted.'],
]);
