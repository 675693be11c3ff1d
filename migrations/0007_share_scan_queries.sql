CREATE TABLE `scan_queries` (
	`key` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`queries` integer NOT NULL,
	`sent_at_ms` integer NOT NULL,
	`result` text,
	`read_at_ms` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `scan_query_log` (
	`id` integer PRIMARY KEY NOT NULL,
	`sent_at_ms` integer NOT NULL,
	`account_id` text NOT NULL,
	`queries` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `scan_query_log_by_time` ON `scan_query_log` (`sent_at_ms`,`account_id`,`queries`);
--> statement-breakpoint
-- Each query is counted in the log, whatever statement wrote it: a query that was sent cannot be forgotten.
CREATE TRIGGER `scan_queries_count` AFTER INSERT ON `scan_queries` WHEN new.queries > 0 BEGIN
  INSERT INTO `scan_query_log` (sent_at_ms, account_id, queries) VALUES (new.sent_at_ms, new.account_id, new.queries);
END;
--> statement-breakpoint
CREATE TRIGGER `scan_queries_count_again` AFTER UPDATE OF `sent_at_ms` ON `scan_queries` WHEN new.queries > 0 BEGIN
  INSERT INTO `scan_query_log` (sent_at_ms, account_id, queries) VALUES (new.sent_at_ms, new.account_id, new.queries);
END;
