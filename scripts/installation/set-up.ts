import type { CloudflareApi } from './cloudflare/api.ts';
import { InstallationError, type Missing } from './cloudflare/explain.ts';
import { type Installation, openFolder } from './settings/folder.ts';
import { listReleaseSteps, placeOfWork, type Work } from './steps/installation-steps.ts';
import { namesOf } from './settings/names.ts';
import type { Platform } from './platform.ts';
import { checkAccount } from './preflight/check-account.ts';
import { findHome } from './preflight/find-home.ts';
import { type Account, findAccount, findZones, type Zones } from './preflight/find-zones.ts';
import type { Foreign } from './preflight/hosts.ts';
import { runSteps, type Step } from './steps/run-steps.ts';
import { openOwnApis, openSession } from './session.ts';
import {
  imageUrlOf,
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
import { imageHostStep, makeStep, replicasStep } from './steps/storage.ts';
import { subdomainStep } from './steps/subdomain.ts';
import { takeOverStep } from './steps/take-over.ts';

export interface SetUpOptions extends SettingOptions {
  /** Only prints what it would do. */
  readonly isDryRun: boolean;
  readonly isSmokeTested: boolean;
  /** Creates no account: for an installation that a backup is restored into. */
  readonly isEmpty?: boolean | undefined;
  /** Hosts on which foreign records, routes and Workers are replaced. */
  readonly takeOver: readonly string[];
  /** The name of the first account; by default, the domain, or "First account". */
  readonly account?: string | undefined;
  /** The id or the name of the Cloudflare account, if the login reaches several. */
  readonly cloudflareAccount?: string | undefined;
  /** Asks whether to continue; undefined if nobody should be asked. */
  readonly confirm?: (() => Promise<boolean>) | undefined;
}

/**
 * Sets up an installation, or completes one. Every step checks before it creates: running it again changes nothing, and continues an
 * interrupted run.
 * @throws InstallationError that says what to do
 */
export async function setUp(options: SetUpOptions, platform: Platform): Promise<void> {
  const { account, ...situation } = await prepare(options, platform);
  platform.print(`Installation "${situation.work.settings.name}" in the account "${account.name}"`);
  if (options.isDryRun || options.confirm) {
    await run(situation, true);
    platform.print(sayCosts(situation.work.settings));
  }
  if (options.isDryRun) return;
  if (options.confirm && !(await options.confirm())) throw new InstallationError('Nothing was changed.');
  await finish(await run(situation, false), options);
}

/** Runs the steps: first that which finds the plan, because the configuration depends on it. */
async function run(situation: Situation, isDryRun: boolean): Promise<Work> {
  const { work, isKnown } = situation;
  const { accountId, found, settings, session, platform } = work;
  const { print, sleep } = platform;
  const options = { accountId, isDryRun, print, sleep };
  await runSteps([planStep({ api: session.api, accountId, settings, found, isKnown })], options);
  const vars = found.plan === 'free' ? { ...settings.vars, WORKERS_PLAN: 'free' } : settings.vars;
  const earlierBase = stampEarlierBase(settings, platform.nowMs());
  const planned = { ...work, settings: { ...settings, vars, earlierBase } };
  await runSteps(listSteps({ ...situation, work: planned }), options);
  return planned;
}

/** Codes are printed with the earlier host until the API Worker is deployed, so its time is not that of an earlier run that failed. */
function stampEarlierBase({ earlierBase }: Settings, nowMs: number): string | null {
  if (earlierBase === null || earlierBase.includes(' ')) return earlierBase;
  return `${earlierBase} ${new Date(nowMs).toISOString()}`;
}

function sayCosts({ domain, hasBuckets }: Settings): string {
  const r2 = hasBuckets ? ', and nothing for the first 10 GB in R2' : '';
  const more = domain === null ? '' : ' The domain itself is paid for at its registrar.';
  return `What this costs: nothing on Workers Free${r2}. On Workers Paid, nothing beyond its 5 USD a month until you use more than it includes (npm run costs estimates that).${more}`;
}

/** Reads the settings and checks the account; throws a list of everything that is missing. */
async function prepare(options: SetUpOptions, platform: Platform): Promise<Situation & { account: Account }> {
  const folder = openFolder(platform.installationsDir, readName(options));
  const known = folder.read();
  const kept = known?.settings ?? null;
  // Bad input is refused before anything is asked.
  const { domain } = readSettings(options, kept);
  const session = await openSession(platform);
  const { api } = session;
  const account = await findAccount(api, domain, wantedAccount(options, known, platform));
  const home = await findHome({ api, accountId: account.id, options, kept });
  const chosen = readSettings(options, kept, home);
  if (kept && kept.scanLog !== chosen.scanLog) platform.notify(CHANGED_LOG);
  const zones = await findZones(api, chosen, account.id);
  const own = openOwnApis(session, platform);
  const settings: Settings = {
    ...chosen,
    ...(own.purgeApi && zones.images ? { cacheZoneId: zones.images.id } : {}),
    ...(zones.saas ? { vars: { ...chosen.vars, SAAS_ZONE_ID: zones.saas.id } } : {}),
  };
  const { missing, takenOver } = await checkAccount({
    ...own,
    platform,
    api,
    isLogin: session.token === null,
    settings,
    zones,
    takeOver: options.takeOver,
  });
  if (missing.length > 0) throw new InstallationError(describeMissing(missing));
  const work: Work = {
    platform,
    session,
    settings,
    accountId: account.id,
    folder,
    found: { databaseId: '', namespaceId: '', appsNamespaceId: '', hasSchema: false },
    message: 'setup',
  };
  return { account, work, zones, takenOver, saasApi: own.saasApi, options, isKnown: known !== null };
}

const CHANGED_LOG =
  'From today on, scans are kept in another log: the counts of earlier days stay, but their visitors and breakdowns are no longer shown.';

/** The account that a person names, or that of the last run. */
function wantedAccount(
  { cloudflareAccount }: SetUpOptions,
  known: Installation | null,
  { env }: Platform,
): string | undefined {
  return cloudflareAccount ?? known?.accountId ?? env['CLOUDFLARE_ACCOUNT_ID'];
}

function describeMissing(missing: readonly Missing[]): string {
  const lines = missing.map(({ name, text, url }) => `- ${name}: ${text}\n  ${url}`);
  return `Missing before anything can be created:\n${lines.join('\n')}\nNothing was changed. Run the same command again when this is done.`;
}

interface Situation {
  readonly work: Work;
  readonly zones: Zones;
  readonly takenOver: readonly Foreign[];
  readonly saasApi: CloudflareApi | null;
  readonly options: SetUpOptions;
  /** Whether an earlier run came as far as the configuration. */
  readonly isKnown: boolean;
}

function listSteps({ work, zones, takenOver, saasApi, options }: Situation): Step[] {
  const { session, settings, accountId, found } = work;
  const { api } = session;
  const { imageHost, subdomain } = settings;
  const names = namesOf(settings);
  const storage = { api, accountId, settings, found };
  const saas = { api, saasApi, settings, zone: zones.saas };
  const bucket = (purpose: string, name: string) =>
    settings.hasBuckets ? [makeStep(storage, `R2 bucket for ${purpose}`, 'bucket', name)] : [];
  return [
    ...(subdomain === null ? [] : [subdomainStep(api, accountId, subdomain)]),
    makeStep(storage, 'D1 database', 'database', names.database),
    replicasStep(storage),
    makeStep(storage, 'KV namespace', 'namespace', names.namespace),
    ...bucket('images', names.images),
    ...(settings.backups ? bucket('backups', names.backups) : []),
    ...takenOver.map((foreign) => takeOverStep(api, foreign)),
    ...(imageHost !== null && zones.images ? [imageHostStep(storage, imageHost, zones.images.id)] : []),
    ...listOriginSteps(saas),
    ...listReleaseSteps(work),
    ...listRouteSteps(saas),
    ...(options.isEmpty
      ? []
      : [
          firstAccountStep(
            () => placeOfWork(work),
            found,
            options.account ?? settings.domain ?? 'First account',
          ),
        ]),
  ];
}

/** Uses the service, and prints the link that signs the first person in. */
async function finish(work: Work, options: SetUpOptions): Promise<void> {
  const { platform, settings, accountId } = work;
  const { print } = platform;
  const place = placeOfWork(work);
  const symbol =
    options.isSmokeTested && !options.isEmpty
      ? await testService(place, `https://${settings.apiHost}`, platform)
      : null;
  print(`API: https://${settings.apiHost}`);
  print(
    `Short links: ${shortHostsOf(settings)
      .map((host) => `https://${host}`)
      .join(', ')}`,
  );
  print(`Images: ${imageUrlOf(settings)}`);
  if (!settings.hasBuckets)
    print(
      `Files that codes open and imports need R2, and so do daily backups, which Workers Paid makes. To have them, switch R2 on at https://dash.cloudflare.com/${accountId}/r2/overview and run npm run setup again.`,
    );
  if (symbol) print(symbol);
  if (!options.isEmpty) print(`Dashboard: ${await makeSignInLink(place)}`);
}
