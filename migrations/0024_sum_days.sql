CREATE TABLE `account_days` (
	`account_id` text NOT NULL,
	`day` text NOT NULL,
	`device` text NOT NULL,
	`scans` integer NOT NULL,
	PRIMARY KEY(`account_id`, `day`, `device`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `day_sums` (
	`id` integer PRIMARY KEY NOT NULL,
	`done` integer NOT NULL,
	`until` integer NOT NULL,
	`accounts_logged_from_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `kept_figures` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`result` text,
	`made_at_ms` integer,
	`progress` text,
	`leased_until_ms` integer NOT NULL,
	PRIMARY KEY(`account_id`, `key`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `kept_figures_by_age` ON `kept_figures` (`leased_until_ms`);--> statement-breakpoint
CREATE TABLE `tag_days` (
	`tag_id` integer NOT NULL,
	`day` text NOT NULL,
	`device` text NOT NULL,
	`scans` integer NOT NULL,
	PRIMARY KEY(`tag_id`, `day`, `device`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `scans` ADD `account_id` text;--> statement-breakpoint
CREATE INDEX `scans_by_account` ON `scans` (`account_id`,`scanned_at_ms`) WHERE account_id IS NOT NULL;
--> statement-breakpoint
-- What was counted before is filled in step by step afterwards (fillDaySums): a database may have more of it than one statement can add up.
INSERT INTO `day_sums` (id, done, until, accounts_logged_from_ms)
SELECT 1, -1, max(position), unixepoch() * 1000 FROM `qr_codes` HAVING count(*) > 0;
--> statement-breakpoint
CREATE TRIGGER `account_days_created` AFTER INSERT ON `scan_days` BEGIN
  INSERT INTO `account_days` (account_id, day, device, scans)
  SELECT account_id, new.day, new.device, new.scans FROM `qr_codes` AS code
  WHERE code_id = new.code_id AND NOT EXISTS (SELECT 1 FROM `day_sums` WHERE code.position > done AND code.position <= until)
  ON CONFLICT (account_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
  INSERT INTO `tag_days` (tag_id, day, device, scans)
  SELECT tag.value, new.day, new.device, new.scans FROM `qr_codes` AS code CROSS JOIN json_each(code.tags) AS tag
  WHERE code_id = new.code_id AND deleted_at_ms IS NULL
    AND NOT EXISTS (SELECT 1 FROM `day_sums` WHERE code.position > done AND code.position <= until)
  ON CONFLICT (tag_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
END;
--> statement-breakpoint
CREATE TRIGGER `account_days_raised` AFTER UPDATE OF `scans` ON `scan_days` BEGIN
  INSERT INTO `account_days` (account_id, day, device, scans)
  SELECT account_id, new.day, new.device, new.scans - old.scans FROM `qr_codes` AS code
  WHERE code_id = new.code_id AND NOT EXISTS (SELECT 1 FROM `day_sums` WHERE code.position > done AND code.position <= until)
  ON CONFLICT (account_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
  INSERT INTO `tag_days` (tag_id, day, device, scans)
  SELECT tag.value, new.day, new.device, new.scans - old.scans FROM `qr_codes` AS code CROSS JOIN json_each(code.tags) AS tag
  WHERE code_id = new.code_id AND deleted_at_ms IS NULL
    AND NOT EXISTS (SELECT 1 FROM `day_sums` WHERE code.position > done AND code.position <= until)
  ON CONFLICT (tag_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
END;
--> statement-breakpoint
-- A code brings its days to a tag that it gets, and takes them from one that it loses.
CREATE TRIGGER `tag_days_code_added` AFTER INSERT ON `code_tags` BEGIN
  INSERT INTO `tag_days` (tag_id, day, device, scans)
  SELECT new.tag_id, day, device, scans FROM `qr_codes` AS code CROSS JOIN `scan_days` USING (code_id)
  WHERE code.position = new.position
    AND NOT EXISTS (SELECT 1 FROM `day_sums` WHERE new.position > done AND new.position <= until)
  ON CONFLICT (tag_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
END;
--> statement-breakpoint
CREATE TRIGGER `tag_days_code_removed` AFTER DELETE ON `code_tags` BEGIN
  UPDATE `tag_days` SET scans = tag_days.scans - lost.scans
  FROM (SELECT day, device, scans FROM `qr_codes` AS code CROSS JOIN `scan_days` USING (code_id) WHERE code.position = old.position) AS lost
  WHERE tag_id = old.tag_id AND tag_days.day = lost.day AND tag_days.device = lost.device
    AND NOT EXISTS (SELECT 1 FROM `day_sums` WHERE old.position > done AND old.position <= until);
END;
--> statement-breakpoint
-- The id of a tag that is gone may be given to another one.
CREATE TRIGGER `tag_days_tag_deleted` AFTER DELETE ON `tags` BEGIN
  DELETE FROM `tag_days` WHERE tag_id = old.id;
END;
