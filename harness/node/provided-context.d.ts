import 'vitest';
import type { ACCOUNTS } from '../browser/dashboards-setup.ts';
import type { TestDashboard } from '../browser/test-dashboard.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The base URL of the stand-in of Analytics Engine; null on a machine without ClickHouse. */
    analyticsEngineUrl: string | null;
    hasChromium: boolean;
    hasFirefox: boolean;
    /** Where the Chromium that the tests of the project share is connected to; only where there is one. */
    chromium: string;
    /** Whether `npm run test:exhaustive` runs. */
    isExhaustive: boolean;
    /** Of how many cases an exhaustive test tries one: 1 is all of them. */
    oneIn: number;
    /** The accounts of the service that the tests of the project share; only where there is a Chromium. */
    dashboards: Readonly<Partial<Record<keyof typeof ACCOUNTS, TestDashboard>>>;
  }
}
