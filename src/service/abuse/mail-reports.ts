import { toPrintedUrl } from '#core/links/printed-url.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import {
  deleteReportsBefore,
  listReportsToMail,
  markReportsMailed,
  type ReportToMail,
} from '#storage/abuse/report-upkeep.ts';
import { composeMail } from '../accounts/compose-mail.ts';
import type { Dependencies } from '../dependencies.ts';

/** Applies to open and closed reports: a report holds the words, and perhaps the address, of somebody without an account. */
const REPORT_KEPT_MS = 180 * 24 * 60 * 60 * 1000;

/** Reports in one mail; the next cron run mails the rest. */
const REPORTS_PER_MAIL = 100;

type MailReportsDependencies = Pick<Dependencies, 'db' | 'mailer' | 'abuseEmail' | 'shortUrlBase' | 'nowMs'>;

/**
 * Mails the operator about new reports. The next run repeats a failed mail: a report may be mailed twice, but is never lost. The mail
 * leaves out what the reports say, because strangers wrote it.
 */
export async function mailReports(deps: MailReportsDependencies): Promise<{ mailed: number }> {
  const { db, mailer, abuseEmail, nowMs } = deps;
  if (!mailer || abuseEmail === null) return { mailed: 0 };
  const reports = await listReportsToMail(db, REPORTS_PER_MAIL);
  if (reports.length === 0) return { mailed: 0 };
  await mailer.send(
    composeMail({
      to: abuseEmail,
      subject: reports.length === 1 ? 'A report of abuse' : `${reports.length} reports of abuse`,
      paragraphs: [
        reports.length === 1 ? 'Somebody reported:' : 'People reported:',
        ...describe(reports, deps.shortUrlBase),
        'What they wrote: npm run reports -- --remote',
        'To disable a code: npm run code -- disable CODE --reason TEXT --remote',
      ],
    }),
  );
  await markReportsMailed(
    db,
    reports.map(({ id }) => id),
    nowMs(),
  );
  return { mailed: reports.length };
}

/** One line for each code and reason. */
function describe(reports: readonly ReportToMail[], shortUrlBase: string): string[] {
  const counts = new Map<string, number>();
  for (const { reason, reportedHost, code } of reports) {
    const name = code
      ? `${toPublicId(code.codeId)} (${toPrintedUrl(shortUrlBase, code)})`
      : (reportedHost ?? '');
    const line = `${name}, ${reason}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `${line}: ${count}`);
}

/** Deletes reports older than 180 days. */
export async function deleteOldReports({ db, nowMs }: Pick<Dependencies, 'db' | 'nowMs'>) {
  return { deleted: await deleteReportsBefore(db, nowMs() - REPORT_KEPT_MS) };
}
