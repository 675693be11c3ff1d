/** What the steps so far found or created, for those behind them. In a dry run what does not exist stays empty. */
export interface Found {
  databaseId: string;
  namespaceId: string;
  /** Whether the database has all migrations. */
  hasSchema: boolean;
}
