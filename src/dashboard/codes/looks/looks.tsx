import { Hono } from 'hono';
import { toPublicId } from '#core/codes/code-id.ts';
import { IMAGE_SIZE, MARGIN } from '#core/codes/limits.ts';
import type { ImageFormat } from '#core/codes/qr-code.ts';
import {
  MAX_RENDITIONS,
  parseRenditionId,
  type RenditionLook,
  toRenditionImage,
} from '#core/codes/rendition.ts';
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
import { readLogoImages } from '../form/design/logo.tsx';
import { DESIGN_DEFAULTS, readDesign, writeDesign } from '../form/design/read-design.ts';
import { writeTemplate } from '../form/design/templates.tsx';
import { FieldReader } from '../form/read-fields.ts';
import { respondWithImage } from '../page/images.ts';
import { LooksPage } from './page.tsx';

/** `/codes/{id}/looks`: other pictures of what a code holds. */
export const lookRoutes = new Hono<DashboardEnv>()
  .get('/', showLooks)
  .post('/', addLook)
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

/** `POST /codes/{id}/looks`: draws the look of the form, or shows the form with the values of a button or a template. */
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
  const read = new FieldReader(form);
  const look: RenditionLook = {
    ...readDesign(form, read),
    size: read.number('size', IMAGE_SIZE),
    margin: read.number('margin', MARGIN),
  };
  if (read.problems.length > 0) return renderLooks(c, counted, form, read.problems);
  if ((await takeFromPlan(c, 1)) === 0) return renderLooks(c, counted, form, [tooOften()]);
  const created = await createRendition(c.get('deps'), counted.code, look);
  if (!created.ok) return renderLooks(c, counted, form, explain(created.error, form, counted));
  return c.redirect(`/codes/${toPublicId(counted.code.codeId)}/looks?changed=added`, 303);
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
  return c.redirect(`/codes/${toPublicId(code.codeId)}/looks?changed=deleted`, 303);
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

function explain(problem: RenditionProblem, form: Form, { code }: CountedQrCode): FixableProblem[] {
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
  const [images, templates] = await Promise.all([
    readLogoImages(c, form),
    listTemplates(c.get('deps').db, c.get('person').account.id),
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
      notice={NOTICES.get(c.req.query('changed') ?? '') ?? null}
    />,
  );
}

const NOTICES: ReadonlyMap<string, string> = new Map([
  ['added', 'The look was added.'],
  ['deleted', 'The look was deleted.'],
]);
