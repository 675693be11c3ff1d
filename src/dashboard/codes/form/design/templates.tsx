import { NAME_RULE, parseName } from '#core/accounts/name.ts';
import { ERROR_CORRECTION_LEVELS } from '#core/codes/error-correction.ts';
import { DEFAULT_ERROR_CORRECTION, MARGIN } from '#core/codes/limits.ts';
import { MAX_TEMPLATES, type Template } from '#core/styles/template.ts';
import type { ContentType } from '#core/content/content.ts';
import { createTemplate } from '#service/styles/templates.ts';
import type { DashboardContext } from '../../../frame/dashboard-env.ts';
import { CheckBox, Field, Select } from '../../../kit/field.tsx';
import { Notice } from '../../../kit/notice.tsx';
import type { Form } from '../../../frame/forms/form.ts';
import { toFieldProblem } from '../../explain-problems.ts';
import { FieldReader } from '../read-fields.ts';
import type { FixableProblem } from './fixes.ts';
import { DESIGN_DEFAULTS, readDesign, writeDesign } from './read-design.ts';

/** The fields of a look as a template has it, or as it is without one. */
export function writeTemplate(template: Template | undefined): Record<string, string> {
  return {
    ...DESIGN_DEFAULTS,
    ...(template ? writeDesign(template) : {}),
    margin: String(template?.margin ?? MARGIN.default),
    error_correction: template?.errorCorrection ?? DEFAULT_ERROR_CORRECTION,
    template: template?.id ?? '',
  };
}

/** Keeps the look of a form under the name in it, or says what is wrong. */
export async function storeTemplate(
  c: DashboardContext,
  form: Form,
  type: ContentType,
): Promise<Template | readonly FixableProblem[]> {
  const read = new FieldReader(form);
  const fields = {
    ...readDesign(form, read),
    name: read.take('template_name', parseName(form.value('template_name')), `Enter ${NAME_RULE}.`, ''),
    margin: read.number('margin', MARGIN),
    errorCorrection: read.oneOf('error_correction', ERROR_CORRECTION_LEVELS, DEFAULT_ERROR_CORRECTION),
    isDefault: form.isChecked('template_default'),
  };
  if (read.problems.length > 0) return read.problems;
  const created = await createTemplate(c.get('deps'), c.get('person').account.id, fields);
  if (created.ok) return created.value;
  const { error } = created;
  switch (error.reason) {
    case 'refused':
      return error.problems.map((problem) => toFieldProblem(problem, form, type));
    case 'too_many_templates':
      read.refuse('template_name', `An account has at most ${MAX_TEMPLATES} templates. Delete one first.`);
      return read.problems;
    case 'template_not_found':
      throw new Error('a template that is made cannot be missing');
  }
}

/** Chooses the look to start from. The script presses the button. */
export function TemplateSelect({
  form,
  templates,
  action,
}: {
  readonly form: Form;
  /** Where the button posts the form. */
  readonly action: string;
  readonly templates: readonly Template[];
}) {
  if (templates.length === 0) return null;
  const options = templates.map(({ id, name, isDefault }) => ({
    value: id,
    label: isDefault ? `${name} (default)` : name,
  }));
  return (
    <div class="template">
      <Select
        form={form}
        name="template"
        label="Start from a template"
        options={[{ value: '', label: 'None: black squares on white' }, ...options]}
      />
      <button type="submit" class="secondary outline" formaction={action} name="use_template" value="1">
        Use it
      </button>
    </div>
  );
}

export function SaveTemplate({ form, saved }: { readonly form: Form; readonly saved: string | null }) {
  return (
    <details open={saved !== null || form.error('template_name') !== undefined}>
      <summary>Save this look as a template</summary>
      {saved === null ? null : (
        <Notice kind="done">
          Saved as “<bdi>{saved}</bdi>”. New codes can start from it.
        </Notice>
      )}
      <Field
        form={form}
        name="template_name"
        label="Name of the template"
        hint={
          <>
            Shape, colours, logo, frame, margin and error correction. Later changes to the template do not
            change any code. <a href="/codes/templates">Your templates</a>
          </>
        }
        attributes={{ autocomplete: 'off' }}
      />
      <CheckBox form={form} name="template_default" label="Use this template for new codes" />
      <button type="submit" class="secondary outline" formaction="/codes/new" name="save_template" value="1">
        Save template
      </button>
    </details>
  );
}
