CREATE TABLE `scan_days` (
	`code_id` text NOT NULL,
	`day` text NOT NULL,
	`device` text NOT NULL,
	`scans` integer NOT NULL,
	PRIMARY KEY(`code_id`, `day`, `device`),
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `scan_roll_up` (
	`id` integer PRIMARY KEY NOT NULL,
	`settled_day` text NOT NULL,
	`pass_started_at_ms` integer NOT NULL,
	`next_day` text,
	`next_after` text NOT NULL
) STRICT;
--> statement-breakpoint
DROP INDEX `scans_by_code`;--> statement-breakpoint
ALTER TABLE `scans` ADD `city` text;--> statement-breakpoint
ALTER TABLE `scans` ADD `os` text;--> statement-breakpoint
ALTER TABLE `scans` ADD `browser` text;--> statement-breakpoint
ALTER TABLE `scans` ADD `referrer` text;--> statement-breakpoint
ALTER TABLE `scans` ADD `language` text;--> statement-breakpoint
CREATE INDEX `scans_by_visitor` ON `scans` (`code_id`,`visitor_key`,`scanned_at_ms`);--> statement-breakpoint
CREATE INDEX `scans_by_code` ON `scans` (`code_id`,`scanned_at_ms`,`device`);--> statement-breakpoint
INSERT INTO scan_days (code_id, day, device, scans)
	SELECT code_id, date(scanned_at_ms / 1000, 'unixepoch'), device, count(*) FROM scans GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE TRIGGER scans_count_by_day AFTER INSERT ON scans BEGIN
	INSERT INTO scan_days (code_id, day, device, scans)
		VALUES (NEW.code_id, date(NEW.scanned_at_ms / 1000, 'unixepoch'), NEW.device, 1)
		ON CONFLICT (code_id, day, device) DO UPDATE SET scans = scans + 1;
END;
