ALTER TABLE `qr_code_edits` ADD `from_control` text;--> statement-breakpoint
ALTER TABLE `qr_code_edits` ADD `to_control` text;--> statement-breakpoint
ALTER TABLE `qr_codes` ADD `control` text;--> statement-breakpoint
ALTER TABLE `qr_codes` ADD `scans_taken` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_with_control` ON `qr_codes` (`account_id`) WHERE deleted_at_ms IS NULL AND control IS NOT NULL;--> statement-breakpoint
ALTER TABLE `scans` ADD `rule` text;--> statement-breakpoint
ALTER TABLE `scans` ADD `variant` text;