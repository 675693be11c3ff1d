/** What an installation needs of the machine that it runs on. */
export interface Platform {
  /** The root of the project, where wrangler runs. */
  readonly root: string;
  /** Where the folders of installations are. */
  readonly installationsDir: string;
  /** Where the migrations of this checkout are. */
  readonly migrationsDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof fetch;
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Prints one line for the person who waits. */
  readonly print: (line: string) => void;
  /** Runs wrangler in `root` with variables of its own; gives what it printed, throws with what it complained. */
  readonly runWrangler: (args: readonly string[], env: Readonly<Record<string, string>>) => Promise<string>;
}
