import { createPlatform } from '#scripts/installation/local-platform.ts';
import { setUp } from '#scripts/installation/set-up.ts';
import { runCommand } from '#scripts/support/run-command.ts';

/** Runs `npm run setup` as a separate process: its arguments are the folder of its installations, and a domain if it gets one. See killed-set-up.ts. */
const [, , installationsDir = '', domain] = process.argv;
await runCommand(() =>
  setUp(
    { domain, location: 'weur', isDryRun: false, isSmokeTested: false, takeOver: [] },
    { ...createPlatform(), installationsDir },
  ),
);
