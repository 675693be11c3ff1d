ALTER TABLE `qr_codes` ADD `scans_rolled_up` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `qr_codes` ADD `last_scan_at_ms` integer;--> statement-breakpoint
ALTER TABLE `scan_days` ADD `last_scan_at_ms` integer;
--> statement-breakpoint
-- What was counted before. Of a code whose single scans are not kept here, the start of its last day is all that is known.
UPDATE `qr_codes` SET
  scans_rolled_up = counted.scans,
  last_scan_at_ms = coalesce((SELECT max(scanned_at_ms) FROM `scans` WHERE scans.code_id = counted.code_id), unixepoch(counted.day) * 1000)
FROM (SELECT code_id, sum(scans) AS scans, max(day) AS day FROM `scan_days` GROUP BY code_id) AS counted
WHERE counted.code_id = `qr_codes`.code_id;
--> statement-breakpoint
CREATE INDEX `qr_codes_by_scans` ON `qr_codes` (`account_id`,`scans_rolled_up`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_by_last_scan` ON `qr_codes` (`account_id`,`last_scan_at_ms`) WHERE deleted_at_ms IS NULL AND last_scan_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_by_title` ON `qr_codes` (`account_id`,title COLLATE NOCASE) WHERE deleted_at_ms IS NULL;
--> statement-breakpoint
DROP TRIGGER `scans_count_by_day`;
--> statement-breakpoint
CREATE TRIGGER `scans_count_by_day` AFTER INSERT ON `scans` BEGIN
  INSERT INTO `scan_days` (code_id, day, device, scans, last_scan_at_ms)
  VALUES (new.code_id, date(new.scanned_at_ms / 1000, 'unixepoch'), new.device, 1, new.scanned_at_ms)
  ON CONFLICT (code_id, day, device) DO UPDATE SET
    scans = scans + 1, last_scan_at_ms = max(coalesce(last_scan_at_ms, 0), excluded.last_scan_at_ms);
END;
--> statement-breakpoint
-- The code's own sum follows each count, whoever writes it: what grew is added. An earlier version writes no time, and its day stands for it.
CREATE TRIGGER `scan_days_sum_created` AFTER INSERT ON `scan_days` BEGIN
  UPDATE `qr_codes` SET
    scans_rolled_up = scans_rolled_up + new.scans,
    last_scan_at_ms = max(coalesce(last_scan_at_ms, 0), coalesce(new.last_scan_at_ms, unixepoch(new.day) * 1000, 0))
  WHERE code_id = new.code_id;
END;
--> statement-breakpoint
CREATE TRIGGER `scan_days_sum_raised` AFTER UPDATE OF `scans` ON `scan_days` BEGIN
  UPDATE `qr_codes` SET
    scans_rolled_up = scans_rolled_up + new.scans - old.scans,
    last_scan_at_ms = max(coalesce(last_scan_at_ms, 0), coalesce(new.last_scan_at_ms, unixepoch(new.day) * 1000, 0))
  WHERE code_id = new.code_id;
END;
