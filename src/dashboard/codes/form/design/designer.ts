import type { Template } from '#core/styles/template.ts';
import { findTemplate, listTemplates } from '#storage/styles/templates.ts';
import type { DashboardContext } from '../../../frame/dashboard-env.ts';
import { Form } from '../../../frame/forms/form.ts';
import type { Preview } from '../preview.tsx';
import type { DesignSectionProps } from './design-fields.tsx';
import type { FixableProblem } from './fixes.ts';
import { readLogoImages } from './logo.tsx';
import { readRecentColors } from './recent-colors.tsx';
import { designButton, writeFinished } from './designs.tsx';
import { writeTemplate } from './templates.tsx';

/** The choices in the fields of a design. */
export async function readChoices(
  c: DashboardContext,
  form: Form,
  templates?: readonly Template[],
): Promise<Pick<DesignSectionProps, 'images' | 'recentColors' | 'templates'>> {
  const [images, recentColors, listed] = await Promise.all([
    readLogoImages(c, form),
    readRecentColors(c),
    templates ?? listTemplates(c.get('deps').db, c.get('person').account.id),
  ]);
  return { images, recentColors, templates: listed };
}

/**
 * The form with the values that a button or a template sets, and the focus on the first of them; null if neither was pressed.
 * @param kept fields that a template does not change
 */
export async function setValues(
  c: DashboardContext,
  sent: Form,
  kept: readonly string[] = [],
): Promise<Form | null> {
  const values = [...new URLSearchParams(sent.value('set'))];
  const design = sent.value('use_design');
  values.push(...Object.entries(writeFinished(design)));
  if (sent.value('use_template') !== '') {
    const { db } = c.get('deps');
    const found = await findTemplate(db, c.get('person').account.id, sent.value('template'));
    // The template no longer exists: the fields without a template.
    const { template = '', ...others } = writeTemplate(found ?? undefined);
    values.push(['template', template], ...Object.entries(others).filter(([name]) => !kept.includes(name)));
  }
  const [first] = values;
  if (first === undefined) return null;
  const form = new Form([...sent.entries(), ...values]);
  form.focusOn(design === '' ? first[0] : designButton(design));
  return form;
}

/** Makes the fields show the problems, so that the preview does not repeat them. */
export function tellProblems(form: Form, problems: readonly FixableProblem[], preview: Preview): Preview {
  for (const { field, message } of problems) form.refuse(field, message);
  return problems.length === 0 ? preview : { ...preview, problems: [] };
}
