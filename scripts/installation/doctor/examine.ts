import { readInstallation } from '../database-place.ts';
import { openFolder } from '../settings/folder.ts';
import { configurationsOf, type Work } from '../steps/installation-steps.ts';
import type { Platform } from '../platform.ts';
import { checkAccount } from '../preflight/check-account.ts';
import { findZones } from '../preflight/find-zones.ts';
import { openOwnApis, openSession } from '../session.ts';
import type { SettingOptions } from '../settings/settings.ts';
import { examineDeployment } from './deployment.ts';
import { type Finding, fix, lookAt, ok } from './finding.ts';
import { examineQueues } from './queues.ts';
import { examineReplicas } from './replicas.ts';
import { examineService } from './service.ts';
import { examineStatistics } from './statistics.ts';
import { examineUsage } from './usage.ts';

/** Examines an installation without changing anything: the account, the deployment, the service from outside, and the use of the plan. */
export async function examine(options: SettingOptions, platform: Platform): Promise<Finding[]> {
  const installation = readInstallation(platform, options);
  const { settings, accountId, databaseId, namespaceId, appsNamespaceId = '' } = installation;
  const work: Work = {
    platform,
    session: await openSession(platform),
    settings,
    accountId,
    folder: openFolder(platform.installationsDir, settings.name),
    found: { databaseId, namespaceId, appsNamespaceId, hasSchema: true },
    message: '',
  };
  const plan = configurationsOf(work).api.vars?.['WORKERS_PLAN'] === 'free' ? 'free' : 'paid';
  const found = await Promise.all([
    lookAt('account', accountId, () => examineAccount(work)),
    examineDeployment(work),
    examineService(work),
    lookAt('D1 replicas', accountId, () => examineReplicas(work)),
    lookAt('queues', accountId, () => examineQueues(work)),
    lookAt('statistics', accountId, () => examineStatistics(work)),
    examineUsage(work, plan),
  ]);
  return found.flat();
}

async function examineAccount({ session, settings, platform, accountId }: Work): Promise<Finding[]> {
  const zones = await findZones(session.api, settings, accountId);
  const { missing } = await checkAccount({
    ...openOwnApis(session, platform),
    platform,
    api: session.api,
    isLogin: session.token === null,
    settings,
    zones,
    takeOver: [],
  });
  if (missing.length === 0)
    return [
      ok(
        'account',
        `the token, ${settings.domain === null ? '' : 'the domain, '}${settings.hasBuckets ? 'R2, ' : ''}the cron and the hosts are as they should be.`,
      ),
    ];
  return missing.map(({ name, text, url }) => fix(name, text, url));
}
