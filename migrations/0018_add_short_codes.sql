ALTER TABLE `qr_codes` ADD `short_code` text;--> statement-breakpoint
ALTER TABLE `qr_codes` ADD `symbol_version` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `qr_codes_by_short_code` ON `qr_codes` (`short_code`) WHERE short_code IS NOT NULL;