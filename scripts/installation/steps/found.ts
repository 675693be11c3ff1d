/** What the steps found or created so far, for the steps after them. In a dry run, missing things stay empty. */
export interface Found {
  databaseId: string;
  namespaceId: string;
  appsNamespaceId: string;
  /** Whether the database has all migrations. */
  hasSchema: boolean;
  /** The plan of Workers, if this run had to find out. */
  plan?: 'free' | 'paid';
}
