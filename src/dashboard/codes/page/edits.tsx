import { toPublicId } from '#core/codes/code-id.ts';
import type { PastEdit } from '#storage/codes/edits.ts';
import { findCode } from '../find-code.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { nameCode } from '../name-code.ts';
import { readEdits } from './read-edits.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { renderPage } from '../../frame/render.tsx';
import { EditHistory } from './edit-history.tsx';

const EDITS_PER_PAGE = 50;

/** `GET /codes/{id}/edits?before={id of an edit}` */
export async function showEdits(c: DashboardContext): Promise<Response> {
  const { code } = await findCode(c);
  const before = /^\d{1,15}$/.exec(c.req.query('before') ?? '')?.[0];
  const page = { limit: EDITS_PER_PAGE, before: before === undefined ? null : Number(before) };
  const edits = await readEdits(c, code.codeId, page);
  const name = nameCode(code);
  return renderPage(
    c,
    { title: `Earlier edits of ${name}`, section: 'Codes' },
    <EditsPage
      isNewest={page.before === null}
      name={name}
      path={`/codes/${toPublicId(code.codeId)}`}
      {...edits}
    />,
  );
}

interface EditsPageProps {
  readonly isNewest: boolean;
  readonly name: string;
  readonly path: string;
  readonly edits: readonly PastEdit[];
  readonly hasMoreEdits: boolean;
}

/** Older edits than a code's own page shows. */
function EditsPage({ isNewest, name, path, edits, hasMoreEdits }: EditsPageProps) {
  return (
    <>
      <PageHead
        back={{ href: path, label: 'Back to the code' }}
        title={
          <>
            Earlier edits of <bdi>{name}</bdi>
          </>
        }
      />
      {edits.length === 0 ? (
        <p>There are no earlier edits.</p>
      ) : (
        <EditHistory edits={edits} path={path} isNewest={isNewest} hasMore={hasMoreEdits} />
      )}
      {hasMoreEdits ? (
        <p>
          <a href={`${path}/edits?before=${edits.at(-1)?.id}`}>Earlier edits</a>
        </p>
      ) : null}
    </>
  );
}
