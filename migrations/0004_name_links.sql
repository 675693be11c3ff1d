CREATE TABLE `link_names` (
	`path` text NOT NULL,
	`host` text NOT NULL,
	`code_id` text NOT NULL,
	PRIMARY KEY(`path`, `host`),
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `qr_codes` ADD `host` text;
--> statement-breakpoint
INSERT INTO `link_names` (path, host, code_id) SELECT short_code, '', code_id FROM `qr_codes` WHERE short_code IS NOT NULL;
--> statement-breakpoint
DROP INDEX `qr_codes_by_short_code`;
--> statement-breakpoint
-- The insert of a code fails if another code has its name.
CREATE TRIGGER `link_names_printed` AFTER INSERT ON `qr_codes` WHEN new.short_code IS NOT NULL BEGIN
  INSERT INTO `link_names` (path, host, code_id) VALUES (new.short_code, coalesce(new.host, ''), new.code_id);
END;
