import { say } from '#languages/say.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { findSearchProblem } from '#core/lists/search.ts';
import { type ListPage, readListPage } from '#service/lists/list-page.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { formatCodes } from '../../kit/format-count.ts';
import { nameCode, summarizeCode } from '#core/codes/name-code.ts';

const MOST_FOUND = 6;

/** `GET /codes/find?q=`: the first codes of a search, for the script of the palette: how many there are, and a link to each. */
export async function findCodes(c: DashboardContext): Promise<Response> {
  const text = (c.req.query('q') ?? '').trim();
  const { codes, nextCursor } = await search(c, text);
  const isMore = nextCursor !== null;
  return c.html(
    <>
      <h2>
        {isMore
          ? say('The newest codes that match')
          : codes.length === 0
            ? say('No codes match')
            : formatCodes(codes.length)}
      </h2>
      <ul>
        {codes.map(({ code }) => (
          <li>
            <a href={`/codes/${toPublicId(code.codeId)}`}>
              <span dir="auto">{nameCode(code)}</span>
              {code.title === null && !code.gs1 ? null : <small dir="auto">{summarizeCode(code)}</small>}
            </a>
          </li>
        ))}
        {isMore ? (
          <li>
            <a href={`/codes?${new URLSearchParams({ q: text }).toString()}`}>{say('Show all of them')}</a>
          </li>
        ) : null}
      </ul>
    </>,
  );
}

/** A text that the list would refuse finds nothing, because more is about to be typed. */
async function search(c: DashboardContext, text: string): Promise<ListPage> {
  const nothing: ListPage = { codes: [], nextCursor: null };
  if (text === '' || findSearchProblem(text)) return nothing;
  const page = await readListPage(c.get('deps'), c.get('person').account.id, {
    sort: '-created_at',
    filter: { contains: text, isArchived: false },
    cursor: null,
    limit: MOST_FOUND,
    parameters: '',
  });
  return page.ok ? page.value : nothing;
}
