import { toPublicId } from '../../core/code-id.ts';
import type { QrCode } from '../../core/qr-code.ts';
import type { PastEdit } from '../../storage/qr-code-edits.ts';
import { CodeFacts } from '../components/code-facts.tsx';
import { EditForm } from '../components/edit-form.tsx';
import { EditHistory } from '../components/edit-history.tsx';
import { ScansSection } from '../components/scans-section.tsx';
import type { ScanFiguresProps } from '../components/scan-figures.tsx';
import { Target } from '../components/target.tsx';
import type { Form } from '../form.ts';
import { nameCode } from '../name-code.ts';

export interface CodePageProps {
  readonly code: QrCode;
  readonly shortUrl: string;
  readonly notice: string | null;
  readonly form: Form;
  readonly isOutdated: boolean;
  readonly figures: ScanFiguresProps;
  readonly edits: readonly PastEdit[];
  readonly hasMoreEdits: boolean;
}

/** A code's own page. */
export function CodePage(props: CodePageProps) {
  const { code, notice } = props;
  const path = `/codes/${toPublicId(code.codeId)}`;
  return (
    <>
      <p class="back">
        <a href="/codes">All codes</a>
      </p>
      <h1 class="code-title" dir="auto">
        {nameCode(code)}
      </h1>
      {notice === null ? null : (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      <div class="code-head">
        <Picture code={code} path={path} />
        <div>
          {code.isDynamic ? <ShortLink shortUrl={props.shortUrl} /> : null}
          <h2 class="first">{code.isDynamic ? 'Leads to' : 'Holds'}</h2>
          <p>
            <Target target={code.target} />
          </p>
          <CodeFacts code={code} />
        </div>
      </div>
      {code.isDynamic ? <WhatCanChange {...props} path={path} /> : <WhatStays />}
      <hr />
      <p>
        <a class="danger" href={`${path}/delete`}>
          Delete this code…
        </a>
      </p>
    </>
  );
}

function Picture({ code, path }: { readonly code: QrCode; readonly path: string }) {
  return (
    <div class="picture">
      <img src={`${path}/image.svg`} width="320" height="320" alt={`QR code ${nameCode(code)}`} />
      <p class="downloads">
        <a role="button" href={`${path}/image.png?download`}>
          Download PNG
        </a>
        <a role="button" class="secondary" href={`${path}/image.svg?download`}>
          Download SVG
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

function WhatCanChange({
  path,
  code,
  form,
  isOutdated,
  figures,
  edits,
  hasMoreEdits,
}: CodePageProps & { readonly path: string }) {
  return (
    <>
      <ScansSection path={path} {...figures} />
      <section id="edit" aria-labelledby="edit-heading">
        <h2 id="edit-heading">Title and target</h2>
        <EditForm path={path} range={figures.range} code={code} form={form} isOutdated={isOutdated} />
      </section>
      <section id="history" aria-labelledby="history-heading">
        <h2 id="history-heading">History</h2>
        {edits.length === 0 ? (
          <p>Not edited yet. Every change of title or target will be listed here, with who made it.</p>
        ) : (
          <EditHistory edits={edits} />
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

function WhatStays() {
  return (
    <p class="notice">
      This code is static: the symbol itself holds the content, so it cannot change, and nobody can tell how
      often it is scanned. Make a dynamic code where you want to edit or count.
    </p>
  );
}
