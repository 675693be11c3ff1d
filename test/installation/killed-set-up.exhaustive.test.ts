import { describe, expect, it } from 'vitest';
import {
  describeEndState,
  listCreations,
  setUpWithKills,
  type Victim,
} from '#harness/cloudflare/killed-set-up.ts';
import { openAccount } from '#harness/cloudflare/open-account.ts';

/** `npm run setup` as a process that is killed by SIGKILL in the middle of each of its requests, and run again. set-up.test.ts has a sample. */

const LIMIT_MS = 1_800_000;

describe.each<[string, Victim]>([
  ['setup and its wrangler are', 'both'],
  ['setup is, while its wrangler goes on,', 'setup'],
  ['the wrangler of setup is', 'wrangler'],
])('where %s killed at each request and setup is run again,', (_, victim) => {
  it.each([
    ['lost', false],
    ['carried out', true],
  ])(
    'the installation comes to the same end (requests were %s)',
    async (__, isRequestDone) => {
      await using whole = await openAccount();
      await setUpWithKills(whole, { victim, isRequestDone, isChosen: () => false });

      await using open = await openAccount();
      const endings = await setUpWithKills(open, { victim, isRequestDone });
      expect(describeEndState(open)).toEqual(describeEndState(whole));
      // Five stores and a host before wrangler runs; then each migration and each request of two deployments.
      expect(endings.length).toBeGreaterThan(victim === 'wrangler' ? 15 : 20);
      expect(endings.at(-1)).toMatchObject({ isKilled: false, exitCode: 0 });
      if (victim === 'wrangler')
        for (const { exitCode, output } of endings.slice(0, -1)) {
          expect(exitCode).toBe(1);
          expect(output).toMatch(
            /: wrangler (deploy|d1 migrations apply).* was ended by SIGKILL\nNothing of what is done is lost: run the same command again/,
          );
        }
      if (isRequestDone) expect(listCreations(open)).toEqual(listCreations(whole));
    },
    LIMIT_MS,
  );
});
