import { say, sayRich } from '#languages/say.ts';
import { useContext } from 'hono/jsx';
import type { Problem } from '#contract/problems/problems.ts';
import { check } from '#contract/problems/validation.ts';
import { templateBody, toTemplateFields } from '#contract/styles/templates.ts';
import { DEFAULT_ERROR_CORRECTION } from '#core/codes/limits.ts';
import type { Template } from '#core/styles/template.ts';
import type { ContentType } from '#core/content/content.ts';
import { createTemplate } from '#service/styles/templates.ts';
import type { DashboardContext } from '../../../frame/dashboard-env.ts';
import { CheckBox, Field, Select, Filled } from '../../../kit/field.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { readFields } from '../../../frame/forms/field-table.tsx';
import type { Form } from '../../../frame/forms/form.ts';
import { explainLimit } from '../../../frame/forms/validate-form.ts';
import { UTM, writeUtm } from '../../templates/utm-fields.tsx';
import { toFieldProblem } from '../../explain-problems.ts';
import { type FixableProblem, toProblem } from './fixes.ts';
import { DESIGN_DEFAULTS, toLookInput, writeDesign } from './read-design.ts';

/** The fields of a look and its campaign parameters, from a template or without one. */
export function writeTemplate(template: Template | undefined): Record<string, string> {
  return {
    ...DESIGN_DEFAULTS,
    ...(template ? writeDesign(template) : {}),
    margin: template ? String(template.margin) : '',
    error_correction: template?.errorCorrection ?? DEFAULT_ERROR_CORRECTION,
    ...writeUtm(template?.utm),
    template: template?.id ?? '',
  };
}

/** Stores the look of a form under its name, or shows the problem. */
export async function storeTemplate(
  c: DashboardContext,
  form: Form,
  type: ContentType,
): Promise<Template | readonly FixableProblem[]> {
  const explain = (problem: Problem) => toFieldProblem(problem, form, type);
  const checked = check(templateBody, {
    ...toLookInput(form),
    name: form.value('template_name'),
    margin: form.number('margin'),
    error_correction: form.value('error_correction'),
    ...readFields(form, UTM),
    default: form.isChecked('template_default'),
  });
  if (!checked.ok) return checked.error.map(explain);
  const fields = toTemplateFields(checked.value);
  const created = await createTemplate(c.get('deps'), c.get('person').account.id, fields);
  if (created.ok) return created.value;
  const { error } = created;
  switch (error.reason) {
    case 'refused':
      return error.problems.map(explain);
    case 'too_many':
    case 'quota_exceeded':
      return [toProblem(explainLimit(error), 'template_name')];
    case 'not_found':
      throw new Error('a template that is made cannot be missing');
  }
}

/** Chooses the look to start from. The script presses the button. */
export function TemplateSelect({
  templates,
  action,
}: {
  /** The path to which the button posts the form. */
  readonly action: string;
  readonly templates: readonly Template[];
}) {
  if (templates.length === 0) return null;
  const options = templates.map(({ id, name, isDefault }) => ({
    value: id,
    label: isDefault ? say('{name} (default)', { name }) : name,
  }));
  return (
    <div class="template cluster">
      <Select
        name="template"
        label={say('Start from a template')}
        options={[{ value: '', label: say('None: black squares on white') }, ...options]}
      />
      <button type="submit" class="secondary outline" formaction={action} name="use_template" value="1">
        {say('Use it')}
      </button>
    </div>
  );
}

export function SaveTemplate({ saved }: { readonly saved: string | null }) {
  const form = useContext(Filled);
  return (
    <details class="part" open={saved !== null || form.error('template_name') !== undefined}>
      <summary class="row">{say('Save this look as a template')}</summary>
      {saved === null ? null : (
        <Notice kind="done">
          {sayRich('Saved as “{name}”. New codes can start from it.', { name: <bdi>{saved}</bdi> })}
        </Notice>
      )}
      <Field
        name="template_name"
        label={say('Name of the template')}
        hint={sayRich(
          'Shape, colours, logo, frame, margin, error correction and campaign parameters. Later changes to the template do not change any code. <here>Your templates</here>',
          { here: (text) => <a href="/codes/templates">{text}</a> },
        )}
        attributes={{ autocomplete: 'off' }}
      />
      <CheckBox name="template_default" label={say('Use this template for new codes')} />
      <button type="submit" class="secondary outline" formaction="/codes/new" name="save_template" value="1">
        {say('Save template')}
      </button>
    </details>
  );
}
