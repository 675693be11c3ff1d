/** A code's past in its previous service: shown apart from the counts of this one. */
export interface Origin {
  readonly createdAtMs: number | null;
  readonly scans: number | null;
  /** By UTC day, `YYYY-MM-DD`. */
  readonly scansByDay: Readonly<Record<string, number>> | null;
}
