DROP TRIGGER `account_days_created`;
--> statement-breakpoint
DROP TRIGGER `account_days_raised`;
--> statement-breakpoint
DROP TRIGGER `tag_days_code_added`;
--> statement-breakpoint
DROP TRIGGER `tag_days_code_removed`;
--> statement-breakpoint
DROP TABLE `day_sums`;
--> statement-breakpoint
CREATE TRIGGER `account_days_created` AFTER INSERT ON `scan_days` BEGIN
  INSERT INTO `account_days` (account_id, day, device, scans)
  SELECT account_id, new.day, new.device, new.scans FROM `qr_codes` AS code
  WHERE code_id = new.code_id
  ON CONFLICT (account_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
  INSERT INTO `tag_days` (tag_id, day, device, scans)
  SELECT tag.value, new.day, new.device, new.scans FROM `qr_codes` AS code CROSS JOIN json_each(code.tags) AS tag
  WHERE code_id = new.code_id AND deleted_at_ms IS NULL
  ON CONFLICT (tag_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
END;
--> statement-breakpoint
CREATE TRIGGER `account_days_raised` AFTER UPDATE OF `scans` ON `scan_days` BEGIN
  INSERT INTO `account_days` (account_id, day, device, scans)
  SELECT account_id, new.day, new.device, new.scans - old.scans FROM `qr_codes` AS code
  WHERE code_id = new.code_id
  ON CONFLICT (account_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
  INSERT INTO `tag_days` (tag_id, day, device, scans)
  SELECT tag.value, new.day, new.device, new.scans - old.scans FROM `qr_codes` AS code CROSS JOIN json_each(code.tags) AS tag
  WHERE code_id = new.code_id AND deleted_at_ms IS NULL
  ON CONFLICT (tag_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
END;
--> statement-breakpoint
-- A code brings its days to a tag that it gets, and takes them from one that it loses.
CREATE TRIGGER `tag_days_code_added` AFTER INSERT ON `code_tags` BEGIN
  INSERT INTO `tag_days` (tag_id, day, device, scans)
  SELECT new.tag_id, day, device, scans FROM `qr_codes` AS code CROSS JOIN `scan_days` USING (code_id)
  WHERE code.position = new.position
  ON CONFLICT (tag_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
END;
--> statement-breakpoint
CREATE TRIGGER `tag_days_code_removed` AFTER DELETE ON `code_tags` BEGIN
  UPDATE `tag_days` SET scans = tag_days.scans - lost.scans
  FROM (SELECT day, device, scans FROM `qr_codes` AS code CROSS JOIN `scan_days` USING (code_id) WHERE code.position = old.position) AS lost
  WHERE tag_id = old.tag_id AND tag_days.day = lost.day AND tag_days.device = lost.device;
END;
