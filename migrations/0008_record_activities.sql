CREATE TABLE `activities` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`happened_at_ms` integer NOT NULL,
	`action` text NOT NULL,
	`actor_id` text,
	`subject_id` text,
	`note` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `activities_by_account` ON `activities` (`account_id`,`happened_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `activities_by_age` ON `activities` (`happened_at_ms`);--> statement-breakpoint
DROP INDEX `people_by_proved_email`;--> statement-breakpoint
ALTER TABLE `people` ADD `invited_by` text;--> statement-breakpoint
CREATE UNIQUE INDEX `people_by_email_of_account` ON `people` (`account_id`,`email`) WHERE email IS NOT NULL;--> statement-breakpoint
DROP INDEX `sessions_by_age`;--> statement-breakpoint
CREATE INDEX `sessions_by_sign_in` ON `sessions` (`created_at_ms`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `created_by` text;