import { CloudflareError } from '../cloudflare/answer.ts';
import { type CloudflareApi, NOTHING } from '../cloudflare/api.ts';
import { namesOf } from '../settings/names.ts';
import type { Settings } from '../settings/settings.ts';
import type { Found } from './found.ts';
import type { Step } from './run-steps.ts';

interface PlanInput {
  readonly api: CloudflareApi;
  readonly accountId: string;
  readonly settings: Settings;
  readonly found: Found;
  /** Whether an earlier run found the plan. */
  readonly isKnown: boolean;
}

/** What Cloudflare says on Workers Free of a Worker with a limit of the CPU. */
const REFUSED_ON_FREE = 100_328;

/**
 * Finds the plan of Workers before anything is created. No read tells it without a right to billing, but Free refuses a limit of the CPU:
 * so a Worker that answers nothing is uploaded with one, and removed again. A killed run leaves it; the next one removes it.
 * @throws CloudflareError 100328 on Workers Free, if a person said that it is Paid
 */
export function planStep({ api, accountId, settings, found, isKnown }: PlanInput): Step {
  const name = namesOf(settings).planCheck;
  const said = settings.vars['WORKERS_PLAN'];
  const path = `/accounts/${accountId}/workers/scripts/${name}`;
  return {
    name: 'Workers plan',
    plan: `tried with a Worker "${name}" that is removed again`,
    look: () => Promise.resolve(said === 'free' ? 'Free' : isKnown || found.plan === 'paid' ? 'Paid' : null),
    async create() {
      try {
        await api.send('PUT', path, uploadWithLimit(), NOTHING);
        await api.send('DELETE', path, undefined, NOTHING);
      } catch (error) {
        const isFree = error instanceof CloudflareError && error.code === REFUSED_ON_FREE;
        if (!isFree || said === 'paid') throw error;
        found.plan = 'free';
        return 'Free: Cloudflare refuses the Worker that it was tried with';
      }
      found.plan = 'paid';
      return 'Paid, tried with a Worker that is removed again';
    },
  };
}

function uploadWithLimit(): FormData {
  const metadata = { main_module: 'none.mjs', bindings: [], limits: { cpu_ms: 50 } };
  const form = new FormData();
  form.set('metadata', new Blob([JSON.stringify(metadata)], { type: 'application/json' }));
  form.set(
    'none.mjs',
    new File(['export default {};'], 'none.mjs', { type: 'application/javascript+module' }),
  );
  return form;
}
