import { createAccount } from '../../support/accounts.ts';
import type { DatabasePlace } from '../../support/local-database.ts';
import type { Step } from '../run-steps.ts';
import type { Found } from './found.ts';

/** The account that the installation starts with; its API key is printed once, by the run that makes it. */
export function firstAccountStep(place: () => DatabasePlace, found: Found, name: string): Step {
  return {
    name: 'first account',
    plan: `"${name}" on the plan business`,
    async look() {
      // In a dry run there may be no database, or no tables in it.
      if (!found.hasSchema) return null;
      const [row] = await place().query(
        'SELECT name, (SELECT count(*) FROM accounts) AS accounts FROM accounts ORDER BY created_at_ms, id LIMIT 1',
      );
      if (!row) return null;
      const others = Number(row['accounts']) - 1;
      return `"${String(row['name'])}"${others > 0 ? ` and ${others} more` : ''}`;
    },
    async create() {
      const apiKey = await createAccount(place(), { name, plan: 'business' });
      return `"${name}" on the plan business. Its API key, shown only now: ${apiKey}`;
    },
  };
}
