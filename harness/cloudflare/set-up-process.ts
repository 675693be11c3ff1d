import { createPlatform } from '#scripts/installation/local-platform.ts';
import { setUp } from '#scripts/installation/set-up.ts';
import { runCommand } from '#scripts/support/run-command.ts';

/** Runs `npm run setup` as a separate process. Its only argument is the folder of its installations: see killed-set-up.ts. */
const [, , installationsDir = ''] = process.argv;
await runCommand(() =>
  setUp(
    { domain: 'example.com', location: 'weur', isDryRun: false, isSmokeTested: false, takeOver: [] },
    { ...createPlatform(), installationsDir },
  ),
);
