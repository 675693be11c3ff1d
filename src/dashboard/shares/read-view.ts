import type { Control } from '#core/control/control.ts';
import type { Share } from '#core/shares/share.ts';
import type { AskedScope } from '#service/scans/plan-statistics.ts';
import type { KnownStatistics, SumsReason } from '#service/scans/read-statistics.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { type Question, resolveQuestion } from '../scans/question.ts';
import { readFigures } from '../scans/read-figures.ts';
import { findScope, findTitle } from './read-report.ts';
import { readView } from '../scans/view.ts';

/** The content of a link that shows one view of analytics. */
export interface ViewReport {
  readonly title: string;
  readonly view: Question;
  readonly isOfManyCodes: boolean;
  /** What decides about scans of the code; null for many codes. */
  readonly control: Control | null;
  readonly answer: ViewAnswer;
}

type ViewAnswer =
  | {
      readonly kind: 'found';
      /** Without what is not known any more. */
      readonly question: Question;
      readonly statistics: KnownStatistics;
      /** Why its days are those of UTC; null if they are as shared. */
      readonly utcReason: 'old_days' | SumsReason | null;
    }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'too_old' };

/** What was shared, whatever the address of the reader asks for; null if its subject no longer exists. */
export async function readViewReport(
  c: DashboardContext,
  { subject, accountId, view: text }: Share & { readonly view: string },
): Promise<ViewReport | null> {
  const view = readView(text, subject.kind);
  const scope = view && (await findScope(c, accountId, subject));
  if (!scope) return null;
  const [title, answer] = await Promise.all([
    findTitle(c, accountId, scope),
    readAnswer(c, accountId, scope, view),
  ]);
  if (title === null) return null;
  const control = scope.kind === 'code' ? scope.code.control : null;
  return { title, view, isOfManyCodes: scope.kind !== 'code', control, answer };
}

/** Never of other days or of more scans than the view: if those cannot be read, of none. */
async function readAnswer(
  c: DashboardContext,
  accountId: string,
  scope: AskedScope,
  view: Question,
): Promise<ViewAnswer> {
  const resolved = resolveQuestion(view, c.get('deps').nowMs());
  const { question } = resolved;
  const hasOtherDays =
    question.range !== view.range || (view.from !== undefined && question.from === undefined);
  if (hasOtherDays) return { kind: 'too_old' };
  const found = await readFigures(c, { accountId, scope }, resolved);
  if (!found.ok) return { kind: 'unavailable' };
  const { sumsReason } = found.value;
  // Sums have no filters.
  if (sumsReason !== null && question.filters.length > 0) return { kind: 'unavailable' };
  const utcReason = question.isInUtc ? 'old_days' : sumsReason;
  return { kind: 'found', question, statistics: found.value, utcReason };
}
