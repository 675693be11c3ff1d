ALTER TABLE `accounts` ADD `deleted_at_ms` integer;--> statement-breakpoint
ALTER TABLE `accounts` ADD `restorable_until_ms` integer;--> statement-breakpoint
ALTER TABLE `accounts` ADD `owners_told_at_ms` integer;--> statement-breakpoint
ALTER TABLE `accounts` ADD `removed_at_ms` integer;--> statement-breakpoint
CREATE INDEX `accounts_deleted` ON `accounts` (`removed_at_ms`) WHERE deleted_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_with_scans_to_forget` ON `qr_codes` (`account_id`) WHERE deleted_at_ms IS NOT NULL AND last_scan_at_ms IS NOT NULL;