CREATE TABLE `blocked_hosts` (
	`host` text PRIMARY KEY NOT NULL,
	`added_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `accounts` ADD `suspended_at_ms` integer;--> statement-breakpoint
ALTER TABLE `accounts` ADD `suspended_reason` text;--> statement-breakpoint
ALTER TABLE `qr_codes` ADD `disabled_for` text;--> statement-breakpoint
ALTER TABLE `qr_codes` ADD `disabled_reason` text;