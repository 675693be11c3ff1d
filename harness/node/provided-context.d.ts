import 'vitest';
import type { ACCOUNTS } from '../browser/dashboards-setup.ts';
import type { TestDashboard } from '../browser/test-dashboard.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What tests draw at random follows from it: harness/data/random.ts. */
    seed: number;
    /** The base URL of the stand-in for Analytics Engine; null on a machine without ClickHouse. */
    analyticsEngineUrl: string | null;
    hasChromium: boolean;
    hasFirefox: boolean;
    /** The endpoint of the Chromium that the project's tests share; only if there is one. */
    chromium: string;
    /** Whether `npm run test:exhaustive` runs. */
    isExhaustive: boolean;
    /** An exhaustive test tries one case in this many; 1 means all. */
    oneIn: number;
    /** The accounts of the service that the project's tests share; only if there is a Chromium. */
    dashboards: Readonly<Partial<Record<keyof typeof ACCOUNTS, TestDashboard>>>;
  }
}
