import { inLanguage, formatInUtc, say } from '#languages/say.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { toScanPeriod } from '#core/scans/period.ts';
import { lastWeek, nextSummary } from '#core/summaries/week.ts';
import { startOfUtcDay } from '#core/utc-day.ts';
import { signUnsubscribe } from '#core/summaries/unsubscribe.ts';
import { type DueSummary, listDueSummaries, postponeSummary } from '#storage/summaries/summaries.ts';
import { composeMail, nameInMail } from '../accounts/compose-mail.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ShownCode } from '../scans/rank-codes.ts';
import { readKnownStatistics, type Statistics } from '../scans/read-statistics.ts';

/** Path of the link that ends the summaries, on the origin of the dashboard. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** A failed mail is sent again after this time. */
const RETRY_AFTER_MS = 6 * 60 * 60 * 1000;

const CODES_NAMED = 5;

const dayFormat = formatInUtc({ dateStyle: 'medium' });

/** Mails the summary of the last week to its subscribers, some per run. A failed mail does not hold up the others. */
export async function mailSummaries(deps: Dependencies): Promise<{ mailed: number; failed: number }> {
  const { mailer, db, budget } = deps;
  const total = { mailed: 0, failed: 0 };
  if (!mailer) return total;
  for (const summary of await listDueSummaries(db, deps.nowMs(), budget.summaries)) {
    try {
      const period = toScanPeriod(lastWeek(deps.nowMs()), deps.nowMs());
      if (!period.ok) throw new Error('a week without days');
      const found = await readKnownStatistics(deps, summary.accountId, {
        period: period.value,
        scope: { kind: 'account' },
        compare: 'previous_period',
        include: [],
        filters: [],
        ranksCodes: true,
      });
      if (!found.ok) throw new Error(`no figures: ${found.error.reason}`);
      const { value } = found;
      await mailer.send(inLanguage(summary.language, () => compose(deps, summary, value)));
      await postponeSummary(db, summary.personId, nextSummary(deps.nowMs()));
      total.mailed++;
    } catch (error) {
      deps.reportFailure('summary_not_mailed', error);
      await postponeSummary(db, summary.personId, deps.nowMs() + RETRY_AFTER_MS);
      total.failed++;
    }
  }
  return total;
}

function compose(
  { passwordPepper }: Dependencies,
  { personId, email, accountName, origin }: DueSummary,
  statistics: Statistics,
) {
  const { totalScans, compared, period, codes } = statistics;
  const { newCodes = 0, top = [] } = codes ?? {};
  const overview = `${origin}/overview?range=last_7_days`;
  const end = `${origin}${UNSUBSCRIBE_PATH}/${signUnsubscribe(passwordPepper, personId)}`;
  const before = compared?.totalScans ?? null;
  return {
    ...composeMail({
      to: email,
      subject: say('{scans, plural, one {# scan} other {# scans}} last week', { scans: totalScans }),
      paragraphs: [
        say(
          'The codes of {account} had {scans, plural, one {# scan} other {# scans}} from {from} to {to} (UTC days).',
          {
            account: nameInMail(accountName, say('your account')),
            scans: totalScans,
            from: dayFormat().format(startOfUtcDay(period.firstDay)),
            to: dayFormat().format(startOfUtcDay(period.lastDay)),
          },
        ),
        ...(before === null
          ? []
          : [say('The week before: {scans, plural, one {# scan} other {# scans}}.', { scans: before })]),
        say('New codes: {count, number}.', { count: newCodes }),
        ...(top.length === 0 ? [] : [say('Most scanned:'), ...top.slice(0, CODES_NAMED).map(nameRanked)]),
        say('All figures:'),
        overview,
        say('You get this mail once a week because you asked for it. To end it:'),
        end,
      ],
      links: [
        { url: overview, label: say('Open the overview') },
        { url: end, label: say('Unsubscribe') },
      ],
    }),
    // RFC 2369, and RFC 8058 for one-click unsubscription in mail programs.
    headers: { 'List-Unsubscribe': `<${end}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

function nameRanked({ code, scans }: ShownCode): string {
  const id = toPublicId(code.codeId);
  return say('{code}: {scans, plural, one {# scan} other {# scans}}', {
    code: nameInMail(code.title ?? id, id),
    scans,
  });
}
