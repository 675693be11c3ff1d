CREATE TABLE `target_failures` (
	`code_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`position` integer NOT NULL,
	`url` text NOT NULL,
	`status` integer,
	`reason` text NOT NULL,
	`since_ms` integer NOT NULL,
	`due_at_ms` integer NOT NULL,
	`is_broken` integer NOT NULL,
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `target_failures_due` ON `target_failures` (`due_at_ms`);--> statement-breakpoint
CREATE INDEX `target_failures_broken` ON `target_failures` (`account_id`,`position`) WHERE is_broken = 1;--> statement-breakpoint
-- What was seen of a target says nothing about another one.
CREATE TRIGGER `target_failures_forget` AFTER UPDATE OF `redirect_to`, `control`, `deleted_at_ms` ON `qr_codes`
WHEN new.redirect_to IS NOT old.redirect_to OR new.control IS NOT old.control OR new.deleted_at_ms IS NOT old.deleted_at_ms
BEGIN
  DELETE FROM `target_failures` WHERE code_id = new.code_id;
END;
