import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The base URL of the stand-in of Analytics Engine; null on a machine without ClickHouse. */
    analyticsEngineUrl: string | null;
    hasChromium: boolean;
  }
}
