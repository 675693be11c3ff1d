import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { LONGEST_NAME, parseName } from '#core/accounts/name.ts';
import type { Template } from '#core/styles/template.ts';
import { DEFAULT_ERROR_CORRECTION } from '#core/codes/limits.ts';
import { isDesignId } from '#core/styles/designs.ts';
import { defaultMargin } from '#core/styles/style.ts';
import { drawTemplateSample } from '#service/styles/template-sample.ts';
import { changeTemplate, deleteTemplate } from '#service/styles/templates.ts';
import { findTemplate, listTemplates } from '#storage/styles/templates.ts';
import { utmFields } from '#contract/codes/control.ts';
import { toTemplateUtm } from '#contract/styles/templates.ts';
import { UTM, writeUtm } from './utm-fields.tsx';
import { localDesign } from '../form/design/designs.tsx';
import { FORM_FIELDS } from '../form/design/fixes.ts';
import { requireEditor } from '../../accounts/sign-in/require-session.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { readFields } from '../../frame/forms/field-table.tsx';
import { Form, readForm } from '../../frame/forms/form.ts';
import { refuseProblems, validateForm } from '../../frame/forms/validate-form.ts';
import { findOwn, found, pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { SVG_POLICY } from '#core/http/svg-policy.ts';
import { TemplatePage, TemplatesPage } from './pages.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';

const PATH = '/codes/templates';

/** `/codes/templates`: named looks. The form for a new code creates them. */
export const templateRoutes = new Hono<DashboardEnv>()
  .get('/', showTemplates)
  .get('/:id', requireEditor, showTemplate)
  .get('/designs/:design{[a-z]+\\.svg}', showDesign)
  .get('/:id/picture.svg', showPicture)
  .post('/:id', saveTemplate)
  .post('/:id/delete', removeTemplate);

async function showTemplates(c: DashboardContext): Promise<Response> {
  const templates = await listTemplates(c.get('deps').db, c.get('person').account.id);
  return renderPage(
    c,
    { title: say('Templates'), section: 'Templates' },
    <TemplatesPage templates={templates} />,
  );
}

async function showTemplate(c: DashboardContext): Promise<Response> {
  const template = await findOwn(c, findTemplate);
  return renderTemplate(
    c,
    template,
    new Form([
      ['name', template.name],
      ['is_default', template.isDefault ? 'on' : ''],
      ...Object.entries(writeUtm(template.utm)),
    ]),
  );
}

/** `GET /codes/templates/{id}/picture.svg`: a code in this look, which leads nowhere. */
async function showPicture(c: DashboardContext): Promise<Response> {
  return drawSample(c, await findOwn(c, findTemplate), 'private, no-cache');
}

/** `GET /codes/templates/designs/{design}.svg`: a code in one of the designs to start from. */
async function showDesign(c: DashboardContext): Promise<Response> {
  const id = (c.req.param('design') ?? '').replace('.svg', '');
  if (!isDesignId(id)) throw pageNotFound();
  const design = localDesign(id);
  const look = {
    ...design,
    margin: defaultMargin(design.style),
    errorCorrection: DEFAULT_ERROR_CORRECTION,
  } as const;
  return drawSample(c, look, 'private, max-age=86400');
}

async function drawSample(
  c: DashboardContext,
  look: Parameters<typeof drawTemplateSample>[2],
  cacheControl: string,
): Promise<Response> {
  // It cannot be drawn if, for example, its logo is gone.
  const svg = found(await drawTemplateSample(c.get('deps'), c.get('person').account.id, look));
  c.header('Cache-Control', cacheControl);
  c.header('Content-Security-Policy', SVG_POLICY);
  return c.body(svg, 200, { 'Content-Type': 'image/svg+xml; charset=utf-8' });
}

/** `POST /codes/templates/{id}`: renames it, makes it the default or not, and changes its campaign parameters. */
async function saveTemplate(c: DashboardContext): Promise<Response> {
  const template = await findOwn(c, findTemplate);
  const form = await readForm(c);
  const name = parseName(form.value('name'));
  if (name === null) {
    form.refuse('name', say('Enter 1 to {most, number} characters, on one line.', { most: LONGEST_NAME }));
  }
  const utm = validateForm(form, utmFields, readFields(form, UTM)['utm'], {
    nameOf: (path) => `utm.${path}`,
  });
  if (name === null || utm === null) return renderTemplate(c, template, form);
  const isDefault = form.isChecked('is_default');
  const changed = await changeTemplate(c.get('deps'), c.get('person').account.id, template.id, (current) => ({
    ...current,
    name,
    isDefault,
    utm: toTemplateUtm(utm),
  }));
  if (changed.ok) return redirectSaying(c, PATH, 'template_saved');
  if (changed.error.reason !== 'refused') throw pageNotFound();
  const ofUtm = changed.error.problems.filter(({ field }) => /^utm\b/.test(field));
  refuseProblems(form, ofUtm, { nameOf: (path) => FORM_FIELDS[path] ?? path });
  if (ofUtm.length === 0)
    form.refuse('', say('Its look is no longer valid, so it cannot be saved. Make a new template instead.'));
  return renderTemplate(c, template, form);
}

async function removeTemplate(c: DashboardContext): Promise<Response> {
  const deleted = await deleteTemplate(c.get('deps'), c.get('person'), c.req.param('id') ?? '');
  if (!deleted.ok) throw pageNotFound();
  return redirectSaying(c, PATH, 'template_deleted');
}

function renderTemplate(c: DashboardContext, template: Template, form: Form) {
  return renderPage(
    c,
    { title: say('Template'), section: 'Templates', status: form.status },
    <TemplatePage template={template} form={form} />,
  );
}
