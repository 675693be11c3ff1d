import { type CloudflareApi, NOTHING } from '../cloudflare/api.ts';
import { findDatabase } from '../preflight/strangers.ts';
import { namesOf } from '../settings/names.ts';
import type { Settings } from '../settings/settings.ts';
import type { Step } from './run-steps.ts';

interface PlanInput {
  readonly api: CloudflareApi;
  readonly accountId: string;
  readonly settings: Settings;
}

/**
 * Finds Workers Free before anything is created. No read tells the plan without a right to billing, but Free refuses a limit of the CPU:
 * so a Worker that answers nothing is uploaded with one, and removed again. A killed run leaves it; the next one removes it.
 * @throws CloudflareError 100328 on Workers Free
 */
export function planStep({ api, accountId, settings }: PlanInput): Step {
  const name = namesOf(settings.name);
  const path = `/accounts/${accountId}/workers/scripts/${name.planCheck}`;
  return {
    name: 'Workers plan',
    plan: `Paid, tried with a Worker "${name.planCheck}" that is removed again`,
    async look() {
      const isBegun = await findDatabase(api, accountId, name.database);
      return isBegun && 'Paid';
    },
    async create() {
      await api.send('PUT', path, uploadWithLimit(), NOTHING);
      await api.send('DELETE', path, undefined, NOTHING);
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
