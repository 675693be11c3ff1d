import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { CountedQrCode } from '#service/codes/read.ts';
import type { PastEdit } from '#storage/codes/edits.ts';
import { CodeFacts } from './facts.tsx';
import { ControlSection } from '../../control/section.tsx';
import { toListPath } from '../list/list-query.ts';
import { TagChip } from '../tags/tag-chip.tsx';
import { LabelsForm } from './labels-form.tsx';
import { EditForm } from './edit-form.tsx';
import { EditHistory } from './edit-history.tsx';
import { ScansSection } from '../../scans/section.tsx';
import type { ScanFiguresProps } from '../../scans/figures.tsx';
import { LookAlikeWarning } from '../look-alike.tsx';
import { BrokenTarget, Target } from './target.tsx';
import type { Form } from '../../frame/form.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { nameCode } from '../name-code.ts';

export interface CodePageProps {
  readonly counted: CountedQrCode;
  readonly shortUrl: string;
  readonly notice: string | null;
  readonly form: Form;
  readonly labelsForm: Form;
  readonly knownTags: readonly string[];
  readonly conflicts: readonly ('title' | 'target')[];
  readonly figures: ScanFiguresProps;
  readonly edits: readonly PastEdit[];
  readonly hasMoreEdits: boolean;
}

/** A code's own page. */
export function CodePage(props: CodePageProps) {
  const { notice, counted } = props;
  const { code } = counted;
  const path = `/codes/${toPublicId(code.codeId)}`;
  return (
    <>
      <p class="back">
        <a href="/codes">All codes</a>
      </p>
      <div class="page-head">
        <h1 class="code-title" dir="auto">
          {nameCode(code)}
        </h1>
        <EditorsOnly>
          <div class="code-actions">
            <a role="button" class="secondary outline" href={`${path}/duplicate`}>
              Duplicate
            </a>
            <a role="button" class="secondary outline" href={`${path}/like`}>
              Make a code like this
            </a>
            <form method="post" action={`${path}/archive`}>
              <input type="hidden" name="archived" value={code.isArchived ? '' : 'on'} />
              <button type="submit" class="secondary outline">
                {code.isArchived ? 'Unarchive' : 'Archive'}
              </button>
            </form>
          </div>
        </EditorsOnly>
      </div>
      {code.tags.length === 0 && !code.isArchived ? null : (
        <p class="code-tags">
          {code.isArchived ? <span class="status archived">Archived</span> : null}
          {code.tags.map((tag) => (
            <a href={toListPath([['tag', tag]])}>
              <TagChip tag={tag} />
            </a>
          ))}
        </p>
      )}
      {notice === null ? null : (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      <div class="code-head">
        <Picture code={code} path={path} />
        <div>
          {code.isDynamic || code.shortCode !== null ? <ShortLink shortUrl={props.shortUrl} /> : null}
          <h2 class="first">{code.isDynamic ? 'Leads to' : 'Holds'}</h2>
          <p>
            <Target target={code.target} />
            {code.type === 'url' ? <LookAlikeWarning target={code.target} /> : null}
          </p>
          {counted.targetFailure ? (
            <BrokenTarget failure={counted.targetFailure} target={code.target} />
          ) : null}
          <CodeFacts code={code} />
        </div>
      </div>
      {code.isDynamic ? (
        <DynamicSections {...props} path={path} />
      ) : (
        <StaticSections {...props} path={path} />
      )}
      <EditorsOnly>
        <hr />
        <p>
          <a class="danger" href={`${path}/delete`}>
            Delete this code…
          </a>
        </p>
      </EditorsOnly>
    </>
  );
}

function Picture({ code, path }: { readonly code: QrCode; readonly path: string }) {
  return (
    <div class="picture">
      <img src={`${path}/image.svg`} width="320" height="320" alt={`QR code ${nameCode(code)}`} />
      <p class="downloads">
        <a role="button" href={`${path}/download`} data-dialog="Download">
          Download…
        </a>
        <a role="button" class="secondary outline" href={`${path}/image.png?download`}>
          <span class="visually-hidden">Download </span>PNG
        </a>
        <a role="button" class="secondary outline" href={`${path}/image.svg?download`}>
          <span class="visually-hidden">Download </span>SVG
        </a>
      </p>
    </div>
  );
}

function ShortLink({ shortUrl }: { readonly shortUrl: string }) {
  return (
    <>
      <h2 class="first">Short link</h2>
      <p class="short-link">
        <a href={shortUrl} target="_blank" rel="noreferrer noopener">
          <span id="short-link">{shortUrl}</span>
          <span class="visually-hidden"> (opens in a new tab)</span>
        </a>
        <button type="button" class="outline" data-copy="short-link" hidden>
          Copy
        </button>
      </p>
    </>
  );
}

function DynamicSections({
  path,
  counted,
  form,
  labelsForm,
  knownTags,
  conflicts,
  figures,
  edits,
  hasMoreEdits,
}: CodePageProps & { readonly path: string }) {
  const { code } = counted;
  return (
    <>
      <ControlSection counted={counted} path={path} />
      <ScansSection path={path} control={code.control} {...figures} />
      <EditorsOnly>
        <section id="edit" aria-labelledby="edit-heading">
          <h2 id="edit-heading">Title and target</h2>
          <EditForm path={path} range={figures.range} code={code} form={form} conflicts={conflicts} />
        </section>
        <LabelsSection path={path} form={labelsForm} knownTags={knownTags} />
      </EditorsOnly>
      <section id="history" aria-labelledby="history-heading">
        <h2 id="history-heading">History</h2>
        {edits.length === 0 ? (
          <p>
            Not edited yet. This list will show each change of the title, the target or what happens on a
            scan, and who made it.
          </p>
        ) : (
          <EditHistory edits={edits} path={path} isNewest hasMore={hasMoreEdits} />
        )}
        {hasMoreEdits ? (
          <p>
            <a href={`${path}/edits?before=${edits.at(-1)?.id}`}>Earlier edits</a>
          </p>
        ) : null}
      </section>
    </>
  );
}

function StaticSections({
  path,
  counted,
  form,
  labelsForm,
  knownTags,
  conflicts,
  figures,
}: CodePageProps & { readonly path: string }) {
  const { code } = counted;
  return (
    <>
      <StaticNotice code={code} />
      <EditorsOnly>
        <section id="edit" aria-labelledby="edit-heading">
          <h2 id="edit-heading">Title</h2>
          <EditForm path={path} range={figures.range} code={code} form={form} conflicts={conflicts} />
        </section>
        <LabelsSection path={path} form={labelsForm} knownTags={knownTags} />
      </EditorsOnly>
    </>
  );
}

function LabelsSection(props: Parameters<typeof LabelsForm>[0]) {
  return (
    <section id="labels" aria-labelledby="labels-heading">
      <h2 id="labels-heading">Tags and data of your own</h2>
      <LabelsForm {...props} />
    </section>
  );
}

function StaticNotice({ code }: { readonly code: QrCode }) {
  return (
    <p class="notice">
      This code is static: the symbol itself holds the content, so the content cannot change and scans cannot
      be counted.
      {code.type === 'url' ? ' To edit a code or count its scans, create a dynamic one.' : null}
    </p>
  );
}
