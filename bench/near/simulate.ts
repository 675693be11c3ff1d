import type { CodeId } from '#core/codes/code-id.ts';
import { createZipf } from '#harness/data/zipf.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { Bookmarks } from '#shortlink/targets/bookmarks.ts';
import type { ColoCache, Entry } from '#shortlink/targets/cache.ts';
import { DatabaseHealth } from '#shortlink/targets/database-health.ts';
import { Regions } from '#shortlink/targets/regions.ts';
import type { Outcome } from '#shortlink/targets/report-outcome.ts';
import type { Stores } from '#shortlink/targets/stores.ts';
import { TargetResolver } from '#shortlink/targets/targets.ts';
import { EDIT_FOLLOWED_WITHIN_MS } from '#shortlink/targets/time-bounds.ts';
import { UnknownNames } from '#shortlink/targets/unknown-names.ts';
import { listPlaces, type Place } from './places.ts';
import { type Lag, ReplicatedWorld } from './replicated.ts';
import { VirtualTime } from './virtual-time.ts';

const CODES = 100_000;
const ISOLATES_PER_PLACE = 3;
/** What reading the colo's cache takes, and a response from memory. */
const COLO_MS = 1.5;
const MEMORY_MS = 0.1;
const START_MS = Date.UTC(2026, 10, 27);
/** Caches fill first. */
const WARM_UP_MS = 60_000;

export interface Scenario {
  /** The region of the primary. */
  readonly primary: string;
  readonly scansPerSecond: number;
  readonly scans: number;
  readonly lag: Lag;
  /** Edits of codes, drawn as scans are, and other writes. */
  readonly editsPerSecond: number;
  readonly writesPerSecond: number;
  /** False for the design without replicas. */
  readonly hasReplicas: boolean;
}

export interface Figures {
  readonly under50Ms: number;
  readonly p50: number;
  readonly p95: number;
  /** Of scans outside of the primary's continent that no cache could serve. */
  readonly farMissP50: number;
  readonly farMissP95: number;
  /** Queries for each second. */
  readonly primary: number;
  readonly replica: number;
  readonly stalestMs: number;
  readonly tooStale: number;
}

/** Runs the redirect's own code in all places, by virtual time. */
export async function simulate(scenario: Scenario): Promise<Figures> {
  const draw = seededRandom(1);
  const time = new VirtualTime(START_MS);
  const world = new ReplicatedWorld(time, draw, scenario.lag);
  const places = listPlaces(scenario.primary);
  const colos = places.map((place) => openPlace(place, world, time, scenario.hasReplicas));
  const zipf = createZipf(CODES, 1, draw);
  const drawCode = () => `c${String(zipf()).padStart(7, '0')}` as CodeId;
  const drawPlace = createPlaceDraw(places, draw);
  const all: number[] = [];
  const farMisses: number[] = [];
  let stalestMs = 0;
  let tooStale = 0;
  let scans = 0;
  let counted = { primary: 0, replica: 0 };
  let countedFromMs = START_MS;

  const scan = async () => {
    const startMs = time.nowMs;
    const place = drawPlace();
    const codeId = drawCode();
    const isolate = colos[place]?.[Math.floor(draw() * ISOLATES_PER_PLACE)];
    const found = await isolate?.find(codeId);
    if (!found || startMs < START_MS + WARM_UP_MS) return;
    const ms = MEMORY_MS + time.nowMs - startMs;
    all.push(ms);
    if (found.isMiss && places[place]?.isFar) farMisses.push(ms);
    const staleMs = world.staleMs(codeId, Number(found.location.split('/').at(-1)));
    stalestMs = Math.max(stalestMs, staleMs);
    if (staleMs > EDIT_FOLLOWED_WITHIN_MS) tooStale++;
    if (++scans === scenario.scans) time.stop();
  };
  const repeat = (perSecond: number, act: () => void) => {
    if (perSecond === 0) return;
    setTimeout(
      () => {
        act();
        repeat(perSecond, act);
      },
      (-1000 * Math.log(1 - draw())) / perSecond,
    );
  };
  repeat(scenario.scansPerSecond, () => void scan());
  repeat(scenario.editsPerSecond, () => world.write(drawCode()));
  repeat(scenario.writesPerSecond, () => world.write(null));
  setTimeout(() => {
    counted = { primary: world.primaryQueries, replica: world.replicaQueries };
    countedFromMs = time.nowMs;
  }, WARM_UP_MS);
  await time.run();

  const seconds = (time.nowMs - countedFromMs) / 1000;
  all.sort((a, b) => a - b);
  farMisses.sort((a, b) => a - b);
  return {
    under50Ms: all.filter((ms) => ms < 50).length / all.length,
    p50: quantile(all, 0.5),
    p95: quantile(all, 0.95),
    farMissP50: quantile(farMisses, 0.5),
    farMissP95: quantile(farMisses, 0.95),
    primary: (world.primaryQueries - counted.primary) / seconds,
    replica: (world.replicaQueries - counted.replica) / seconds,
    stalestMs,
    tooStale,
  };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

/** The isolates of a place, which share its colo's cache. */
function openPlace(place: Place, world: ReplicatedWorld, time: VirtualTime, hasReplicas: boolean) {
  const db = world.bind(place, hasReplicas);
  const entries = new Map<string, Entry<unknown>>();
  const colo: ColoCache = {
    async find(path, parse) {
      await time.wait(COLO_MS);
      const entry = entries.get(path);
      const value = entry && parse(entry.value);
      return entry && value ? { value, readAtMs: entry.readAtMs } : null;
    },
    async put(path, entry) {
      entries.set(path, entry);
    },
  };
  return Array.from({ length: ISOLATES_PER_PLACE }, () => openIsolate(db, colo, time));
}

function openIsolate(db: D1Database, colo: ColoCache, time: VirtualTime) {
  const nowMs = () => time.nowMs;
  const resolver = new TargetResolver({
    nowMs,
    health: new DatabaseHealth(nowMs),
    bookmarks: new Bookmarks(nowMs),
    regions: new Regions(),
    unknown: new UnknownNames(nowMs),
  });
  return {
    async find(codeId: CodeId): Promise<{ readonly location: string; readonly isMiss: boolean } | null> {
      let isMiss = false;
      const report = (outcome: Outcome) => void (isMiss ||= outcome === 'miss');
      const copies = { get: async () => null } as unknown as KVNamespace;
      const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined);
      const stores: Stores = { db, copies, colo, waitUntil, report };
      const target = await resolver.find(codeId, () => stores);
      return typeof target === 'object' && target.kind === 'redirect'
        ? { location: target.location, isMiss }
        : null;
    },
  };
}

function createPlaceDraw(places: readonly Place[], draw: () => number): () => number {
  const sums: number[] = [];
  for (const { people } of places) sums.push((sums.at(-1) ?? 0) + people);
  return () => {
    const wanted = draw() * (sums.at(-1) ?? 0);
    return sums.findIndex((sum) => sum > wanted);
  };
}
