/** What an installation needs from the machine that it runs on. */
export interface Platform {
  /** The root of the project, where wrangler runs. */
  readonly root: string;
  /** The folder with the folders of all installations. */
  readonly installationsDir: string;
  /** The folder with the migrations of this checkout. */
  readonly migrationsDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof fetch;
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Prints one line for the waiting person. */
  readonly print: (line: string) => void;
  /** Tells the waiting person something that is no part of the output. */
  readonly notify: (line: string) => void;
  /** Runs wrangler in `root` with additional variables. Returns its output, or throws its error message. */
  readonly runWrangler: (args: readonly string[], env: Readonly<Record<string, string>>) => Promise<string>;
}
