import { toPublicId } from '../../core/code-id.ts';
import { codeOf } from '../code-of.ts';
import type { DashboardContext } from '../dashboard-env.ts';
import { nameCode } from '../name-code.ts';
import { EditsPage } from '../pages/edits.tsx';
import { readEdits } from '../read-edits.ts';
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
