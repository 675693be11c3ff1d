import { requireWritable } from '#storage/upkeep/write-check.ts';
import { askOf, compareMigrations, sayFault } from '../../support/compare-migrations.ts';
import { findCloudflareError } from '../cloudflare/answer.ts';
import { explain } from '../cloudflare/explain.ts';
import { findLive, listBindings, listCrons, listSecrets, listUnserved } from '../cloudflare/worker.ts';
import { configurationsOf, placeOfWork, requiredSecrets, type Work } from '../steps/installation-steps.ts';
import { namesOf } from '../settings/names.ts';
import { findZones } from '../preflight/find-zones.ts';
import { tagOf } from '../release.ts';
import { openOwnApis } from '../session.ts';
import { hostsOf, saasTargetOf } from '../settings/settings.ts';
import { listOriginSteps, listRouteSteps } from '../steps/saas.ts';
import { type Finding, fix, lookAt, note, ok } from './finding.ts';

interface WorkerFacts {
  readonly role: 'api' | 'shortLink';
  readonly worker: string;
  readonly hosts: readonly string[];
  readonly secrets: readonly string[];
}

/** Compares the deployment with what it should be: versions, secrets, bindings, hosts, cron and schema. */
export async function examineDeployment(work: Work): Promise<Finding[]> {
  const names = namesOf(work.settings);
  const required = requiredSecrets(work);
  const workers = (['shortLink', 'api'] as const).map((role): WorkerFacts => ({
    role,
    worker: names[role],
    hosts: hostsOf(role, work.settings),
    secrets: required[role],
  }));
  const found = await Promise.all([
    ...workers.map((one) => lookAt(one.worker, work.accountId, () => examineWorker(work, one))),
    lookAt('fallback origin', work.accountId, () => examineSaas(work)),
    lookAt('cron', work.accountId, () => examineCron(work, names.api)),
    lookAt('schema', work.accountId, () => examineSchema(work)),
    lookAt('D1 writes', work.accountId, () => examineWrites(work)),
  ]);
  return found.flat();
}

async function examineWorker(work: Work, { role, worker, hosts, secrets }: WorkerFacts): Promise<Finding[]> {
  const { session, accountId } = work;
  const live = await findLive(session.api, accountId, worker);
  if (!live) return [fix(worker, 'The Worker does not exist: run npm run setup.')];
  const [there, unserved, bindings] = await Promise.all([
    listSecrets(session.api, accountId, worker),
    listUnserved(session.api, accountId, worker, hosts),
    examineBindings(work, worker),
  ]);
  const missing = secrets.filter((name) => !there.includes(name));
  const tag = tagOf(work.platform.root, configurationsOf(work)[role]);
  return [
    live.tag === tag
      ? ok(`${worker} version`, `${live.versionId}, as in this checkout.`)
      : note(
          `${worker} version`,
          `${live.versionId} of ${live.deployedAt} is not the version of this checkout: npm run upgrade deploys that.`,
        ),
    missing.length === 0
      ? ok(`${worker} secrets`, secrets.length > 0 ? `${secrets.join(', ')}.` : 'none needed.')
      : fix(`${worker} secrets`, `${missing.join(', ')} is missing: npm run setup makes it.`),
    unserved.length === 0
      ? ok(`${worker} host`, `${hosts.join(', ')}.`)
      : fix(`${worker} host`, `The Worker is not on ${unserved.join(', ')}: npm run setup attaches it.`),
    ...bindings,
  ];
}

/** Both Workers must use the installation's database and namespace, and the API Worker that of apps. */
async function examineBindings(
  { session, accountId, found, settings }: Work,
  worker: string,
): Promise<Finding[]> {
  const bindings = (await listBindings(session.api, accountId, worker)) ?? [];
  const idOf = (name: string) => {
    const binding = bindings.find((one) => one.name === name);
    return binding?.namespace_id ?? binding?.database_id ?? binding?.id;
  };
  const wrong = [
    ...(idOf('DB') === found.databaseId
      ? []
      : [`DB is ${idOf('DB') ?? 'not bound'} instead of ${found.databaseId}`]),
    ...(idOf('LINKS') === found.namespaceId
      ? []
      : [`LINKS is ${idOf('LINKS') ?? 'not bound'} instead of ${found.namespaceId}`]),
    ...(worker !== namesOf(settings).api || idOf('OAUTH_KV') === found.appsNamespaceId
      ? []
      : [
          `OAUTH_KV is ${idOf('OAUTH_KV') ?? 'not bound'} instead of ${found.appsNamespaceId || 'one of its own'}`,
        ]),
  ];
  return [
    wrong.length === 0
      ? ok(`${worker} bindings`, "the installation's database and namespace.")
      : fix(
          `${worker} bindings`,
          `${wrong.join(', ')}: the Workers do not share their data. npm run setup deploys the right ones.`,
        ),
  ];
}

/** What setup made for the hosts of accounts is still there. Whether the zone serves something else is among the checks of the account. */
async function examineSaas({ session, settings, platform, accountId }: Work): Promise<Finding[]> {
  if (saasTargetOf(settings) === null) return [];
  const zones = await findZones(session.api, settings, accountId);
  const { saasApi } = openOwnApis(session, platform);
  const saas = { api: session.api, saasApi, settings, zone: zones.saas };
  return Promise.all(
    [...listOriginSteps(saas), ...listRouteSteps(saas)].map(async (step) => {
      const { name, plan } = step;
      const found = await step.look();
      return found === null
        ? fix(name, `${plan} is missing: npm run setup makes it.`)
        : ok(name, `${found}.`);
    }),
  );
}

async function examineCron(work: Work, worker: string): Promise<Finding[]> {
  const wanted = configurationsOf(work).api.triggers?.crons ?? [];
  const there = await listCrons(work.session.api, work.accountId, worker);
  const missing = wanted.filter((cron: string) => !there.includes(cron));
  return [
    missing.length === 0
      ? ok('cron', `${there.join(', ')}.`)
      : fix(
          'cron',
          `${missing.join(', ')} is not attached: scans are not rolled up, and nothing is cleaned up. npm run setup attaches it.`,
        ),
  ];
}

/** Leaves the data as it is: a row that is written and deleted in one transaction, and the time of that. */
async function examineWrites(work: Work): Promise<Finding[]> {
  try {
    await requireWritable(placeOfWork(work).db, work.platform.nowMs());
    return [ok('D1 writes', 'the database takes writes.')];
  } catch (error) {
    const refusal = findCloudflareError(error);
    if (!refusal?.isOfCloudflare || refusal.isPassing || refusal.isForbidden || refusal.isAbsent) throw error;
    return [
      fix(
        'D1 writes',
        `${explain(error, 'the database refuses writes', work.accountId)} "use: D1" says whether it is full.`,
      ),
    ];
  }
}

async function examineSchema(work: Work): Promise<Finding[]> {
  const { applied, pending, unknown, fault } = await compareMigrations(
    askOf(placeOfWork(work)),
    work.platform.migrationsDir,
  );
  if (fault) return [fix('schema', sayFault(fault))];
  if (unknown.length > 0)
    return [
      note(
        'schema',
        `The database has ${unknown.at(-1)}, which this checkout lacks: pull the newest version before you deploy.`,
      ),
    ];
  return [
    pending.length === 0
      ? ok('schema', `${applied.length} migrations, up to ${applied.at(-1)?.name}.`)
      : note(
          'schema',
          `${pending.length} migrations of this checkout are not applied: npm run upgrade applies them.`,
        ),
  ];
}
