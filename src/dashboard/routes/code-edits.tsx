import { type CodeId, toPublicId } from '../../core/code-id.ts';
import { listEdits } from '../../storage/qr-code-edits.ts';
import { codeOf } from '../code-of.ts';
import type { DashboardContext } from '../dashboard-env.ts';
import { nameCode } from '../name-code.ts';
import { EditsPage } from '../pages/edits.tsx';
import { renderPage } from '../render.tsx';

const EDITS_PER_PAGE = 50;

/** `GET /codes/{id}/edits?before={id of an edit}` */
export async function showEdits(c: DashboardContext): Promise<Response> {
  const { code } = await codeOf(c);
  const before = /^\d{1,15}$/.exec(c.req.query('before') ?? '')?.[0];
  const page = { limit: EDITS_PER_PAGE, before: before === undefined ? null : Number(before) };
  const edits = await readEdits(c, code.codeId, page);
  const name = nameCode(code);
  return renderPage(
    c,
    { title: `Earlier edits of ${name}`, section: 'Codes' },
    <EditsPage name={name} path={`/codes/${toPublicId(code.codeId)}`} {...edits} />,
  );
}

export async function readEdits(
  c: DashboardContext,
  codeId: CodeId,
  page: { readonly limit: number; readonly before: number | null },
) {
  // One more than is shown tells whether there are earlier ones.
  const found = await listEdits(c.get('deps').db, c.get('person').account.id, codeId, {
    ...page,
    limit: page.limit + 1,
  });
  return { edits: found.slice(0, page.limit), hasMoreEdits: found.length > page.limit };
}
