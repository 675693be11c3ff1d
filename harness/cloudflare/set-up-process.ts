import { createPlatform, runCommand } from '#scripts/installation/local-platform.ts';
import { setUp } from '#scripts/installation/set-up.ts';

/** `npm run setup` as a process of its own, with the folder of its installations as the only argument: see killed-set-up.ts. */
const [, , installationsDir = ''] = process.argv;
await runCommand(() =>
  setUp(
    { domain: 'example.com', location: 'weur', isDryRun: false, isSmokeTested: false, takeOver: [] },
    { ...createPlatform(), installationsDir },
  ),
);
