import { describe, expect, inject, it } from 'vitest';
import { describeEndState, listCreations, setUpWithKills, type Victim } from './killed-set-up.ts';
import { logIn } from './log-in.ts';
import { type OpenAccount, openAccount } from './open-account.ts';

const LIMIT_MS = 1_800_000;

/**
 * Tests that `npm run setup`, as a process, survives SIGKILL during each of its requests: it is run again. Each victim has its own file, so
 * that they run in parallel. set-up.test.ts has a sample.
 */
export function testKills(victim: Victim, name: string): void {
  describe(`where ${name} killed at each request and setup is run again,`, () => {
    it.each([
      ['lost', 'example.com', false],
      ['carried out', 'example.com', true],
      ['lost', undefined, false],
      ['carried out', undefined, true],
    ])(
      'the installation comes to the same end (requests were %s, domain: %s)',
      async (_, domain, isRequestDone) => {
        const place = domain === undefined ? {} : { domain };
        await using whole = await openOnMachine(domain);
        await setUpWithKills(whole, { victim, isRequestDone, ...place, isChosen: () => false });

        await using open = await openOnMachine(domain);
        const endings = await setUpWithKills(open, {
          victim,
          isRequestDone,
          ...place,
          isChosen: isSampled(),
        });
        expect(describeEndState(open)).toEqual(describeEndState(whole));
        // Each request that changes something: migrations, two deployments and, of setup itself, stores, a host and an account.
        expect(endings.length).toBeGreaterThan(Math.ceil(15 / killedOneIn()));
        expect(endings.at(-1)).toMatchObject({ isKilled: false, exitCode: 0 });
        if (victim === 'wrangler')
          for (const { exitCode, output } of endings.slice(0, -1)) {
            expect(exitCode).toBe(1);
            expect(output).toMatch(
              /: wrangler (deploy|d1 migrations apply).* was ended by SIGKILL\nWhat is done is not lost: run the same command again/,
            );
          }
        if (isRequestDone) expect(listCreations(open)).toEqual(listCreations(whole));
      },
      LIMIT_MS,
    );
  });
}

/** Without a domain, the machine has the login of wrangler, and no token. */
async function openOnMachine(domain: string | undefined): Promise<OpenAccount> {
  const open = await openAccount();
  return domain === undefined ? { ...open, platform: logIn(open).platform } : open;
}

/** Of fewer requests, none of wrangler's would be among them. */
const killedOneIn = () => Math.min(inject('oneIn'), 6);

/** The first of each `killedOneIn` requests, in the order of their arrival. */
function isSampled(): (request: string) => boolean {
  const seen: string[] = [];
  return (request) => {
    if (!seen.includes(request)) seen.push(request);
    return seen.indexOf(request) % killedOneIn() === 0;
  };
}
