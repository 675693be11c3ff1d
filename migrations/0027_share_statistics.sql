CREATE TABLE `shares` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`code_id` text,
	`tag_id` integer,
	`password` text,
	`expires_at_ms` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`created_by` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_secret_hash_unique` ON `shares` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `shares_by_account` ON `shares` (`account_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `shares_by_expiry` ON `shares` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `weekly_summaries` (
	`person_id` text PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`next_at_ms` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `weekly_summaries_due` ON `weekly_summaries` (`next_at_ms`);