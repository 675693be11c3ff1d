import { ANY_IMAGE_SIZE } from '#core/codes/limits.ts';
import type { Child } from 'hono/jsx';
import type { Form } from '../../frame/forms/form.ts';
import { Button, ButtonRow } from '../../kit/buttons.tsx';
import { Field, Filled, Select } from '../../kit/field.tsx';
import { Notice } from '../../kit/notice.tsx';
import { KINDS, type Kind } from './kinds.ts';
import { LabelFields } from './label-fields.tsx';
import { PrintFields } from './print-fields.tsx';
import { LABELS } from './read-forms.ts';

export interface KindForm {
  readonly form: Form;
  /** The result of the form in its current state; null if there is nothing to show, or a problem. */
  readonly result: Child | null;
}

export interface DownloadSheetProps {
  /** The path of the code. */
  readonly path: string;
  /** The form that is open. */
  readonly open: Kind;
  readonly forms: Readonly<Record<Kind, KindForm>>;
}

const WORDS: Readonly<Record<Kind, { readonly title: string; readonly button: string }>> = {
  screen: { title: 'For screen', button: 'Download image' },
  print: { title: 'For print', button: 'Download print file' },
  labels: { title: 'On labels', button: 'Download labels' },
};

const FIELDS: Readonly<Record<Kind, () => Child>> = {
  screen: ScreenFields,
  print: () => <PrintFields />,
  labels: LabelFields,
};

/** The three kinds of download, one of which is open. Without a script, this is a page; with one, a dialog. */
export function DownloadSheet({ path, open, forms }: DownloadSheetProps) {
  return (
    <div id="download-sheet" class="download-sheet">
      {KINDS.map((kind) => (
        <details name="download-kind" open={kind === open}>
          <summary>{WORDS[kind].title}</summary>
          <KindSection path={path} kind={kind} {...forms[kind]} />
        </details>
      ))}
    </div>
  );
}

function KindSection({
  path,
  kind,
  form,
  result,
}: KindForm & { readonly path: string; readonly kind: Kind }) {
  const Fields = FIELDS[kind];
  const general = form.error('');
  const hasCheck = kind !== 'screen';
  return (
    <form
      method="get"
      action={`${path}/download/${kind}`}
      data-check={hasCheck ? `${path}/download/check?kind=${kind}` : undefined}
      class={`download-${kind}`}
    >
      <div class="fields">
        {general === undefined ? null : <Notice kind="error">{general}</Notice>}
        <Filled.Provider value={form}>
          <Fields />
        </Filled.Provider>
      </div>
      {hasCheck ? (
        <div class="checked" role="status" data-checked>
          {result}
        </div>
      ) : null}
      <ButtonRow>
        <Button>{WORDS[kind].button}</Button>
        {hasCheck ? (
          <button
            type="submit"
            class="secondary outline"
            name="kind"
            value={kind}
            formaction={`${path}/download`}
            data-check-button
          >
            {kind === 'labels' ? 'Show the sheet' : 'Check'}
          </button>
        ) : (
          <button type="button" class="secondary outline" data-copy-image={`${path}/download/screen`} hidden>
            Copy image
          </button>
        )}
      </ButtonRow>
    </form>
  );
}

/** The fields for a screen image. */
function ScreenFields() {
  return (
    <div class="pair">
      <Select
        name="image_format"
        label={LABELS.image_format}
        options={[
          { value: 'png', label: 'PNG, for most programs' },
          { value: 'svg', label: 'SVG, sharp at any size' },
        ]}
      />
      <Field
        name="size"
        label={LABELS.size}
        attributes={{
          type: 'number',
          min: ANY_IMAGE_SIZE.min,
          max: ANY_IMAGE_SIZE.max,
          required: true,
          inputmode: 'numeric',
        }}
      />
    </div>
  );
}
