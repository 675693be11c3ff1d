import { editAlike } from '#service/codes/change-many.ts';
import { say } from '#languages/say.ts';
import { toNextPath } from '../../accounts/sign-in/next-path.ts';
import { takeFromPlan } from '../../accounts/sign-in/limit-attempts.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { readForm } from '../../frame/forms/form.ts';
import { PageError } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';
import type { Refusal } from '../../frame/flash/outcome.ts';
import { MAX_CHANGED, REFUSALS } from './actions.ts';
import { ProgressPage } from './pages.tsx';
import { readProgress } from './read-selection.ts';
import { countUndone, formatUndo, parseUndo, splitUndo, toEditRequest, type Undo } from './undo.ts';

/** `POST /codes/undo`: takes back what the last message said, as many codes as one request may. */
export async function undoChange(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const undo = parseUndo(form.value('undo'));
  if (!undo)
    throw new PageError(
      422,
      say('Nothing was changed'),
      say('Go back to your codes, and change them there.'),
    );
  const wanted = countUndone(splitUndo(undo, Math.min(MAX_CHANGED, c.get('deps').budget.bulkCodes))[0]);
  const admitted = await takeFromPlan(c, wanted);
  const [now, rest] = splitUndo(undo, admitted);
  const refusals = await takeBack(c, now);
  const progress = readProgress(form);
  const done = progress.done + admitted;
  const refused = progress.refused + refusals.length;
  const why = progress.why ?? refusals[0] ?? null;
  const back = toNextPath(form.value('back'), new URL(c.req.url).origin);
  if (rest.length === 0) {
    const counts = { changed: String(done - refused), left: String(refused) };
    return redirectSaying(c, back, { action: 'undo', ...counts, why: why ?? '' });
  }
  const isLimited = admitted < wanted;
  if (isLimited) c.header('Retry-After', '60');
  const fields = { undo: formatUndo(rest), back, done, refused, why: why ?? '' };
  return renderPage(
    c,
    { title: say('Undoing a change'), section: 'Codes', status: isLimited ? 429 : 200 },
    <ProgressPage
      action="/codes/undo"
      fields={fields}
      done={done}
      count={done + countUndone(rest)}
      isLimited={isLimited}
      back={back}
    />,
  );
}

/** Why codes were left unchanged. */
async function takeBack(c: DashboardContext, undo: Undo): Promise<readonly Refusal[]> {
  const refusals: Refusal[] = [];
  for (const part of undo) {
    const results = await editAlike(c.get('deps'), c.get('person'), part.codeIds, toEditRequest(part));
    refusals.push(...results.flatMap((result) => (result.ok ? [] : [REFUSALS[result.error.reason]])));
  }
  return refusals;
}
