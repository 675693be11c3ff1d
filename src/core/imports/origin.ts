/** What a code had where it comes from: shown apart from what is counted here. */
export interface Origin {
  readonly createdAtMs: number | null;
  readonly scans: number | null;
  /** By UTC day, `YYYY-MM-DD`. */
  readonly scansByDay: Readonly<Record<string, number>> | null;
}
