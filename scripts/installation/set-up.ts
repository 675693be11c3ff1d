import type { CloudflareApi } from './cloudflare/api.ts';
import { InstallationError, type Missing } from './cloudflare/explain.ts';
import { openFolder } from './settings/folder.ts';
import { listReleaseSteps, placeOfWork, type Work } from './steps/installation-steps.ts';
import { namesOf } from './settings/names.ts';
import type { Platform } from './platform.ts';
import { checkAccount } from './preflight/check-account.ts';
import { findZones, type Zones } from './preflight/find-zones.ts';
import type { Foreign } from './preflight/hosts.ts';
import { runSteps, type Step } from './steps/run-steps.ts';
import { openOwnApis, openSession } from './session.ts';
import {
  readName,
  readSettings,
  type SettingOptions,
  type Settings,
  shortHostsOf,
} from './settings/settings.ts';
import { makeSignInLink, testService } from './sign-in.ts';
import { firstAccountStep } from './steps/first-account.ts';
import { planStep } from './steps/plan.ts';
import { listOriginSteps, listRouteSteps } from './steps/saas.ts';
import { bucketStep, databaseStep, imageHostStep, namespaceStep, replicasStep } from './steps/storage.ts';
import { takeOverStep } from './steps/take-over.ts';

export interface SetUpOptions extends SettingOptions {
  /** Only prints what it would do. */
  readonly isDryRun: boolean;
  readonly isSmokeTested: boolean;
  /** Creates no account: for an installation that a backup is restored into. */
  readonly isEmpty?: boolean | undefined;
  /** Hosts on which foreign records, routes and Workers are replaced. */
  readonly takeOver: readonly string[];
  /** The name of the first account; by default, the domain. */
  readonly account?: string | undefined;
  /** Asks whether to continue; undefined if nobody should be asked. */
  readonly confirm?: (() => Promise<boolean>) | undefined;
}

/**
 * Sets up an installation, or completes one. Every step checks before it creates: running it again changes nothing, and continues an
 * interrupted run.
 * @throws InstallationError that says what to do
 */
export async function setUp(options: SetUpOptions, platform: Platform): Promise<void> {
  const { work, ...found } = await prepare(options, platform);
  platform.print(`Installation "${work.settings.name}" in the account "${found.zones.domain.account.name}"`);
  const run = async (isDryRun: boolean) => {
    await runSteps(listSteps(work, { ...found, options }), {
      accountId: work.accountId,
      isDryRun,
      print: platform.print,
      sleep: platform.sleep,
    });
  };
  if (options.isDryRun) return run(true);
  if (options.confirm) {
    await run(true);
    if (!(await options.confirm())) throw new InstallationError('Nothing was changed.');
  }
  await run(false);
  await finish(work, options);
}

/** Reads the settings and checks the account; throws a list of everything that is missing. */
async function prepare(options: SetUpOptions, platform: Platform) {
  const folder = openFolder(platform.installationsDir, readName(options));
  const chosen = readSettings(options, folder.read()?.settings ?? null);
  const session = await openSession(platform);
  const zones = await findZones(session.api, chosen, platform.env['CLOUDFLARE_ACCOUNT_ID']);
  const own = openOwnApis(session, platform);
  const settings: Settings = {
    ...chosen,
    ...(own.purgeApi ? { cacheZoneId: zones.images.id } : {}),
    ...(zones.saas ? { vars: { ...chosen.vars, SAAS_ZONE_ID: zones.saas.id } } : {}),
  };
  const { missing, takenOver } = await checkAccount({
    ...own,
    api: session.api,
    settings,
    zones,
    takeOver: options.takeOver,
  });
  if (missing.length > 0) throw new InstallationError(describeMissing(missing));
  const work: Work = {
    platform,
    session,
    settings,
    accountId: zones.accountId,
    folder,
    found: { databaseId: '', namespaceId: '', hasSchema: false },
    message: 'setup',
  };
  return { work, zones, takenOver, saasApi: own.saasApi };
}

function describeMissing(missing: readonly Missing[]): string {
  const lines = missing.map(({ name, text, url }) => `- ${name}: ${text}\n  ${url}`);
  return `Missing before anything can be created:\n${lines.join('\n')}\nNothing was changed. Run the same command again when this is done.`;
}

interface Situation {
  readonly zones: Zones;
  readonly takenOver: readonly Foreign[];
  readonly saasApi: CloudflareApi | null;
  readonly options: SetUpOptions;
}

function listSteps(work: Work, { zones, takenOver, saasApi, options }: Situation): Step[] {
  const { session, settings, accountId, found } = work;
  const names = namesOf(settings.name);
  const storage = { api: session.api, accountId, settings, found };
  const saas = { api: session.api, saasApi, settings, zone: zones.saas };
  return [
    ...(settings.vars['WORKERS_PLAN'] === 'free' ? [] : [planStep(storage)]),
    databaseStep(storage),
    replicasStep(storage),
    namespaceStep(storage),
    bucketStep(storage, names.images, 'images'),
    ...(settings.backups ? [bucketStep(storage, names.backups, 'backups')] : []),
    ...takenOver.map((foreign) => takeOverStep(session.api, foreign)),
    imageHostStep(storage, zones.images.id),
    ...listOriginSteps(saas),
    ...listReleaseSteps(work),
    ...listRouteSteps(saas),
    ...(options.isEmpty
      ? []
      : [firstAccountStep(() => placeOfWork(work), found, options.account ?? settings.domain)]),
  ];
}

/** Runs the smoke test, and prints the link that signs the first person in. */
async function finish(work: Work, options: SetUpOptions): Promise<void> {
  const { platform, settings } = work;
  const place = placeOfWork(work);
  if (options.isSmokeTested && !options.isEmpty)
    await testService(place, `https://${settings.apiHost}`, platform);
  platform.print(`API: https://${settings.apiHost}`);
  platform.print(
    `Short links: ${shortHostsOf(settings)
      .map((host) => `https://${host}`)
      .join(', ')}`,
  );
  platform.print(`Images: https://${settings.imageHost}`);
  if (!options.isEmpty) platform.print(`Dashboard: ${await makeSignInLink(place)}`);
}
