import { countAccounts, findFirstAccount } from '#storage/accounts/accounts.ts';
import { createAccount } from '../../support/accounts.ts';
import type { Place } from '../../support/place.ts';
import type { Step } from './run-steps.ts';
import type { Found } from './found.ts';

/** The first account of the installation; the run that creates it prints its API key once. */
export function firstAccountStep(place: () => Place, found: Found, name: string): Step {
  return {
    name: 'first account',
    plan: `"${name}" on the plan business`,
    async look() {
      // In a dry run, the database or its tables may not exist.
      if (!found.hasSchema) return null;
      const { db } = place();
      const first = await findFirstAccount(db);
      if (!first) return null;
      const others = (await countAccounts(db)) - 1;
      return `"${first.name}"${others > 0 ? ` and ${others} more` : ''}`;
    },
    async create() {
      const { apiKey } = await createAccount(place(), { name, plan: 'business' });
      return `"${name}" on the plan business. Its API key, shown only now: ${apiKey}`;
    },
  };
}
