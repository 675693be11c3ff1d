import { type Control, NO_CONTROL } from '#core/control/control.ts';
import { UTC } from '#core/scans/time-zone.ts';

/** What a code of the soak tests. */
export type Kind = 'plain' | 'scheduled' | 'ruled' | 'limited';

/** A tenth of the codes have a schedule, rules or a limit, hot codes among them. */
export function kindOf(place: number): Kind {
  if (place % 10 !== 3) return 'plain';
  return (['limited', 'scheduled', 'ruled'] as const)[Math.floor(place / 10) % 3] ?? 'plain';
}

/** The time for which a scheduled code is active. */
const WINDOW_MS = 3_000;

/** The state of a code between two edits. */
export interface Version {
  readonly target: string;
  readonly control: Control | null;
  /** When the database had confirmed it. */
  storedAtMs: number;
}

/** The first limit, and how much each edit raises it: less than the number of scans between two edits. */
const LIMIT = 20;
const RAISE = 5;

/** The version that the `n`th edit creates now; its schedule begins or ends soon. */
export function createVersion(
  { id, kind }: { readonly id: string; readonly kind: Kind },
  n: number,
  nowMs: number,
  random: () => number,
): Version {
  const target = `https://example.com/${id}/${n}`;
  const soonMs = nowMs + Math.round((random() * 2 - 1) * WINDOW_MS);
  const fallbackUrl = `${target}/closed`;
  const controls: Record<Kind, Control | null> = {
    plain: null,
    scheduled: { ...NO_CONTROL, startsAtMs: soonMs, endsAtMs: soonMs + WINDOW_MS, fallbackUrl },
    ruled: {
      ...NO_CONTROL,
      rules: [
        { name: 'never', target: `${target}/never`, when: { os: ['Android'], timeZone: UTC } },
        { name: 'later', target: `${target}/later`, when: { os: ['iOS'], fromMs: soonMs, timeZone: UTC } },
      ],
    },
    limited: { ...NO_CONTROL, maxScans: LIMIT + RAISE * n, fallbackUrl },
  };
  return { target, control: controls[kind], storedAtMs: Number.POSITIVE_INFINITY };
}

/** The targets to which this version can lead a scan by an iPhone during this time span, apart from its limit. */
export function listTargets({ target, control }: Version, fromMs: number, untilMs: number): string[] {
  if (!control) return [target];
  const { startsAtMs, endsAtMs, fallbackUrl, rules } = control;
  const later = rules[1];
  const turns = [startsAtMs, endsAtMs, later?.when.fromMs ?? null].filter((turn) => turn !== null);
  const moments = [fromMs, untilMs, ...turns.filter((turn) => fromMs < turn && turn < untilMs)];
  return moments.map((atMs) => {
    const isOpen = (startsAtMs === null || atMs >= startsAtMs) && (endsAtMs === null || atMs < endsAtMs);
    if (!isOpen) return fallbackUrl ?? '';
    return later && atMs >= (later.when.fromMs ?? 0) ? later.target : target;
  });
}
