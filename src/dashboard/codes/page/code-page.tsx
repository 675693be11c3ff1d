import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { isOnThisMachine } from '#core/http/local-host.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { PastEdit } from '#core/codes/past-edit.ts';
import { CodeFacts } from './facts.tsx';
import { Branches, hasBranches, isSplit } from '../../control/branches.tsx';
import { PauseButton } from '../../control/pause-button.tsx';
import { ControlSection, Status } from '../../control/section.tsx';
import { VariantsForm } from '../../control/variants-section.tsx';
import { toListPath } from '../list/list-query.ts';
import { TagChip } from '../tags/tag-chip.tsx';
import { FilingForm } from './filing-form.tsx';
import { EditForm } from './edit-form.tsx';
import { EditHistory } from './edit-history.tsx';
import { ScansSection } from '../../scans/section.tsx';
import { ScansSoFar } from '../../scans/so-far.tsx';
import type { ScanFiguresProps } from '../../scans/figures.tsx';
import { LookAlikeWarning } from '../look-alike.tsx';
import { BrokenTarget } from './target.tsx';
import { Holds } from '../readable-content.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { Icon } from '../../frame/assets/icon.tsx';
import { LinkButton, PostButton } from '../../kit/buttons.tsx';
import { Notice } from '../../kit/notice.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { nameCode } from '../name-code.ts';

export interface CodePageProps {
  readonly counted: CountedQrCode;
  readonly shortUrl: string;
  readonly form: Form;
  readonly filingForm: Form;
  readonly variantsForm: Form;
  readonly knownTags: readonly string[];
  readonly conflicts: readonly ('title' | 'target')[];
  readonly figures: ScanFiguresProps;
  /** What was requested of the figures but does not exist, one sentence each. */
  readonly problems: readonly string[];
  readonly edits: readonly PastEdit[];
  readonly hasMoreEdits: boolean;
}

/** The page of a single code. */
export function CodePage(props: CodePageProps) {
  const { counted } = props;
  const { code } = counted;
  const path = `/codes/${toPublicId(code.codeId)}`;
  return (
    <>
      <PageHead back={{ href: '/codes', label: 'All codes' }} title={nameCode(code)} dir="auto">
        <EditorsOnly>
          <div class="line code-actions">
            <LinkButton kind="quiet" href={`${path}/duplicate`}>
              Duplicate
            </LinkButton>
            <LinkButton kind="quiet" href={`${path}/like`}>
              Make a code like this
            </LinkButton>
            <PostButton
              kind="quiet"
              action={`${path}/archive`}
              fields={{ archived: code.isArchived ? '' : 'on' }}
            >
              {code.isArchived ? 'Unarchive' : 'Archive'}
            </PostButton>
          </div>
        </EditorsOnly>
      </PageHead>
      <div class="code-head">
        <Picture code={code} path={path} />
        <Essentials {...props} path={path} />
      </div>
      {code.isDynamic ? (
        <DynamicSections {...props} path={path} />
      ) : (
        <StaticSections {...props} path={path} />
      )}
      <section id="facts" aria-labelledby="facts-heading">
        <h2 id="facts-heading">Look and facts</h2>
        <CodeFacts code={code} />
        <p>
          <a href={`${path}/renditions`}>
            Renditions of this code{counted.renditions?.length ? ` (${counted.renditions.length})` : null}
          </a>
        </p>
      </section>
      <EditorsOnly>
        <p>
          <a class="danger" href={`${path}/delete`}>
            Delete this code…
          </a>
        </p>
      </EditorsOnly>
    </>
  );
}

/** The main facts of the page: state, short link, target and today's scans, with the way to change each. */
function Essentials(props: CodePageProps & { readonly path: string }) {
  const { counted, shortUrl, form, conflicts, figures, path } = props;
  const { code, status } = counted;
  return (
    <div class="essentials">
      <div class="line code-state">
        {code.isArchived ? <span class="status archived">Archived</span> : null}
        {code.isDynamic ? (
          <>
            <Status status={status} />
            <EditorsOnly>
              <PauseButton path={path} isPaused={code.control?.isPaused ?? false} />
            </EditorsOnly>
          </>
        ) : null}
        {code.tags.length === 0 ? null : (
          <span class="line code-tags">
            {code.tags.map((tag) => (
              <a href={toListPath([['tag', tag]])}>
                <TagChip tag={tag} />
              </a>
            ))}
          </span>
        )}
      </div>
      {code.isDynamic || code.shortCode !== null ? <ShortLink shortUrl={shortUrl} /> : null}
      <h2 class="label">{code.isDynamic ? 'Leads to' : 'Holds'}</h2>
      <LeadsTo {...props} />
      {counted.targetFailure ? <BrokenTarget failure={counted.targetFailure} target={code.target} /> : null}
      <EditorsOnly>
        <details id="edit" class="edit-in-place" open={form.hasErrors || conflicts.length > 0}>
          <summary class="button secondary outline">
            <Icon name="pencil" size={16} />
            {code.isDynamic && !isSplit(code.control) ? 'Change title or target' : 'Change title'}
          </summary>
          <EditForm path={path} range={figures.range} code={code} form={form} conflicts={conflicts} />
        </details>
      </EditorsOnly>
      {code.isDynamic ? (
        <p class="line scans-so-far">
          <ScansSoFar {...figures} />
        </p>
      ) : null}
    </div>
  );
}

/** Where scans lead: the content of the code, or every branch of its rules and variants. */
function LeadsTo({ counted, figures, variantsForm, path }: CodePageProps & { readonly path: string }) {
  const { code } = counted;
  const { control, target } = code;
  if (!hasBranches(control)) {
    return (
      <>
        <Holds code={code} />
        {code.type === 'url' ? <LookAlikeWarning target={target} /> : null}
      </>
    );
  }
  const opened = { revision: String(code.revision), next: 'code' };
  return (
    <>
      <Branches {...{ path, control, target }} range={figures.range} statistics={figures.statistics} />
      {isSplit(control) ? (
        <EditorsOnly>
          <details id="split" class="edit-in-place" open={variantsForm.hasErrors}>
            <summary class="button secondary outline">
              <Icon name="pencil" size={16} />
              Change the split
            </summary>
            <VariantsForm {...{ path, opened }} form={variantsForm} section="split" />
          </details>
        </EditorsOnly>
      ) : null}
    </>
  );
}

function Picture({ code, path }: { readonly code: QrCode; readonly path: string }) {
  return (
    <div class="picture">
      <img src={`${path}/image.svg`} width="320" height="320" alt={`QR code ${nameCode(code)}`} />
      <p class="line downloads">
        <a class="button" href={`${path}/download`}>
          Print or download
        </a>
        <a class="button secondary outline" href={`${path}/image.png?download`}>
          <span class="visually-hidden">Download </span>PNG
        </a>
        <a class="button secondary outline" href={`${path}/image.svg?download`}>
          <span class="visually-hidden">Download </span>SVG
        </a>
      </p>
    </div>
  );
}

function ShortLink({ shortUrl }: { readonly shortUrl: string }) {
  return (
    <>
      <h2 class="label">Short link</h2>
      <p class="line short-link">
        <a href={shortUrl} target="_blank" rel="noreferrer noopener">
          <span id="short-link">{shortUrl}</span>
          <span class="visually-hidden"> (opens in a new tab)</span>
        </a>
        <button type="button" class="outline" data-copy="short-link" hidden>
          Copy
        </button>
      </p>
      {isOnThisMachine(new URL(shortUrl)) ? <LocalLinkHint /> : null}
    </>
  );
}

function LocalLinkHint() {
  return (
    <p class="muted">
      Only this computer can open a link to localhost: a phone that scans the code cannot. To make codes that
      phones in your network can scan, start the service with <code>npm start -- --host 0.0.0.0</code> and
      create the code again. The symbol of this one keeps its address.
    </p>
  );
}

function DynamicSections({
  path,
  counted,
  filingForm,
  knownTags,
  figures,
  problems,
  edits,
  hasMoreEdits,
}: CodePageProps & { readonly path: string }) {
  const { code } = counted;
  return (
    <>
      <ControlSection counted={counted} path={path} />
      <ScansSection path={path} control={code.control} problems={problems} {...figures} />
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
      <EditorsOnly>
        <FilingSection path={path} form={filingForm} knownTags={knownTags} />
      </EditorsOnly>
    </>
  );
}

function StaticSections({ path, counted, filingForm, knownTags }: CodePageProps & { readonly path: string }) {
  const { code } = counted;
  return (
    <>
      <StaticNotice code={code} />
      <EditorsOnly>
        <FilingSection path={path} form={filingForm} knownTags={knownTags} />
      </EditorsOnly>
    </>
  );
}

function FilingSection(props: Parameters<typeof FilingForm>[0]) {
  return (
    <section id="filing" aria-labelledby="filing-heading">
      <h2 id="filing-heading">Tags and metadata</h2>
      <FilingForm {...props} />
    </section>
  );
}

function StaticNotice({ code }: { readonly code: QrCode }) {
  return (
    <Notice>
      This code is static: the symbol itself holds the content, so the content cannot change and scans cannot
      be counted.
      {code.type === 'url' ? ' To edit a code or count its scans, create a dynamic one.' : null}
    </Notice>
  );
}
