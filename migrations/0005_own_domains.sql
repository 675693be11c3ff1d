CREATE TABLE `domains` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`host` text NOT NULL,
	`state` text NOT NULL,
	`root_url` text,
	`not_found_url` text,
	`expired_url` text,
	`app_links` text,
	`proof` text NOT NULL,
	`platform_id` text,
	`records` text NOT NULL,
	`problem` text,
	`created_at_ms` integer NOT NULL,
	`verified_at_ms` integer,
	`checked_at_ms` integer,
	`revision` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `domains_by_account` ON `domains` (`account_id`,`host`);--> statement-breakpoint
CREATE UNIQUE INDEX `domains_owned` ON `domains` (`host`) WHERE verified_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `domains_by_host` ON `domains` (`host`);--> statement-breakpoint
CREATE INDEX `domains_by_check` ON `domains` (`checked_at_ms`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `default_host` text;--> statement-breakpoint
ALTER TABLE `link_names` ADD `created_at_ms` integer;--> statement-breakpoint
CREATE INDEX `link_names_by_code` ON `link_names` (`code_id`,`created_at_ms`,`path`) WHERE created_at_ms IS NOT NULL;--> statement-breakpoint
ALTER TABLE `scans` ADD `name` text;--> statement-breakpoint
CREATE INDEX `qr_codes_by_host` ON `qr_codes` (`account_id`,`host`) WHERE deleted_at_ms IS NULL AND host IS NOT NULL;