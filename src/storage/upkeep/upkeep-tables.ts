import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** When each job of the cron last ran to its end. It belongs to the deployment, so backups leave it out. */
export const cronJobs = sqliteTable('cron_jobs', {
  /** The job's event in the log. */
  job: text('job').primaryKey().notNull(),
  succeededAtMs: integer('succeeded_at_ms').notNull(),
});
