import { deleteExpiredKeys } from '#storage/codes/idempotency.ts';
import { deleteOldRequests } from '#storage/requests/d1-request-log.ts';
import { deleteOldReports, mailReports } from '../abuse/mail-reports.ts';
import { sweepBlockedHosts } from '../abuse/sweep-blocked-hosts.ts';
import { deleteOldActivities } from '../accounts/activity.ts';
import { removeAccounts } from '../accounts/remove-accounts.ts';
import { deleteExpiredSignIns } from '../accounts/sign-in.ts';
import { deleteAbandonedSignUps } from '../accounts/sign-up.ts';
import { moveTags } from '../codes/tags.ts';
import { watchDomains } from '../domains/watch.ts';
import type { Dependencies } from '../dependencies.ts';
import { keepEvents } from '../events/hand-over.ts';
import { sweepFiles } from '../files/sweep.ts';
import { redrawImages } from '../images/redraw-images.ts';
import { sweepImages } from '../images/sweep-images.ts';
import { advanceImports } from '../imports/advance.ts';
import { expireImports } from '../imports/expire.ts';
import { sweepShortLinkCopies } from '../links/sweep-short-link-copies.ts';
import { maintainScans } from '../scans/maintain.ts';
import { expireShares } from '../shares/share.ts';
import { mailSummaries } from '../summaries/mail-summaries.ts';
import { checkTargets } from '../targets/check-targets.ts';

/** Gives what the log says about the run. */
export type Job = (deps: Dependencies) => Promise<object | null | void>;

/** What the cron does every ten minutes, by the event in the log. On Free, the jobs take turns in this order. */
export const JOBS = {
  blocked_hosts_swept: sweepBlockedHosts,
  short_link_copies_swept: sweepShortLinkCopies,
  images_redrawn: redrawImages,
  images_swept: sweepImages,
  files_swept: sweepFiles,
  scans_maintained: maintainScans,
  idempotency_keys_expired: (deps) => deleteExpiredKeys(deps.db, deps.nowMs()),
  sign_ins_expired: deleteExpiredSignIns,
  sign_ups_expired: deleteAbandonedSignUps,
  accounts_removed: removeAccounts,
  tags_moved: moveTags,
  reports_mailed: mailReports,
  reports_expired: deleteOldReports,
  activities_expired: deleteOldActivities,
  summaries_mailed: mailSummaries,
  shares_expired: expireShares,
  targets_checked: checkTargets,
  domains_checked: watchDomains,
  imports_advanced: advanceImports,
  events_kept: keepEvents,
  imports_expired: expireImports,
  requests_expired: (deps) => deleteOldRequests(deps.db, deps.nowMs()),
} satisfies Readonly<Record<string, Job>>;

export type JobName = keyof typeof JOBS;
