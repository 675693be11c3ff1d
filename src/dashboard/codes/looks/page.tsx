import { toPublicId } from '#core/codes/code-id.ts';
import { IMAGE_SIZE, MARGIN } from '#core/codes/limits.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { MAX_RENDITIONS, type Rendition, toRenditionId } from '#core/codes/rendition.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { Field, FormProblem } from '../../kit/field.tsx';
import { LookFields, type LookProps } from '../form/design/design-fields.tsx';
import { TemplateSelect } from '../form/design/templates.tsx';
import type { Preview } from '../form/preview.tsx';
import { PreviewPanel } from '../form/preview-panel.tsx';
import { nameCode } from '../name-code.ts';

interface LooksPageProps extends LookProps {
  readonly code: QrCode;
  readonly renditions: readonly Rendition[];
  readonly templates: Parameters<typeof TemplateSelect>[0]['templates'];
  readonly preview: Preview;
  readonly notice: string | null;
}

/** The other looks of a code, and the form of another one. */
export function LooksPage({ code, renditions, notice, ...design }: LooksPageProps) {
  const path = `/codes/${toPublicId(code.codeId)}`;
  return (
    <>
      <p class="back">
        <a href={path}>Back to the code</a>
      </p>
      <h1 class="code-title">
        Other looks of <bdi>{nameCode(code)}</bdi>
      </h1>
      {notice === null ? null : (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      <p>
        Each holds what the code holds{code.isDynamic ? ', and its scans are those of the code' : ''}. The
        pictures that you printed stay as they are. At most {MAX_RENDITIONS}.
      </p>
      {renditions.length === 0 ? <p>There is none yet.</p> : null}
      <ul class="looks">
        {renditions.map((rendition, i) => (
          <Look rendition={rendition} path={path} name={`Look ${i + 1}`} />
        ))}
      </ul>
      <EditorsOnly>
        <AddForm {...design} />
      </EditorsOnly>
    </>
  );
}

function Look({
  rendition,
  path,
  name,
}: {
  readonly rendition: Rendition;
  readonly path: string;
  readonly name: string;
}) {
  const { size, margin, symbolVersion } = rendition;
  const file = `${path}/looks/${toRenditionId(rendition)}`;
  const modules = 17 + 4 * symbolVersion;
  return (
    <li>
      <img class="look" src={`${file}.svg`} width="160" height="160" alt={name} loading="lazy" />
      <h2>{name}</h2>
      <p>
        {size} pixels, {modules} × {modules} modules, margin {margin}
      </p>
      <p class="look-actions">
        {(['png', 'svg'] as const).map((format) => (
          <a href={`${file}.${format}?download`}>
            <span class="visually-hidden">Download {name} as </span>
            {format.toUpperCase()}
          </a>
        ))}
      </p>
      <EditorsOnly>
        <form method="post" action={`${file}/delete`}>
          <button type="submit" class="secondary outline" aria-label={`Delete ${name}`}>
            Delete
          </button>
        </form>
      </EditorsOnly>
    </li>
  );
}

type AddFormProps = Omit<LooksPageProps, 'code' | 'renditions' | 'notice'>;

function AddForm({ templates, preview, ...design }: AddFormProps) {
  const { form, action } = design;
  return (
    <>
      <h2 id="design">Add a look</h2>
      <FormProblem form={form} />
      <form
        class="code-form look-form"
        method="post"
        action={action}
        data-preview={`${action}/preview`}
        novalidate
      >
        {/* Enter presses the first button of a form. */}
        <button type="submit" hidden />
        <section class="options" aria-labelledby="design">
          <TemplateSelect form={form} templates={templates} action={action} />
          <LookFields {...design} />
          <div class="pair">
            <Size form={form} name="size" label="Size in pixels" {...IMAGE_SIZE} />
            <Size form={form} name="margin" label="Margin in modules" {...MARGIN} />
          </div>
        </section>
        <p class="actions">
          <button type="submit">Add look</button>
        </p>
        {/* Last: on a phone it sticks to the bottom of the screen, below all fields. */}
        <PreviewPanel {...preview} action={action} />
      </form>
    </>
  );
}

function Size({
  form,
  name,
  label,
  min,
  max,
}: Pick<LookProps, 'form'> & {
  readonly name: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
}) {
  return <Field form={form} name={name} label={label} attributes={{ type: 'number', min, max, step: 1 }} />;
}
