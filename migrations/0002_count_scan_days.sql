-- Every scan of the D1 log is counted in scan_days by the insert itself, so that counts are right at once and for life.
CREATE TRIGGER `scans_count_by_day` AFTER INSERT ON `scans` BEGIN
  INSERT INTO `scan_days` (code_id, day, device, scans)
  VALUES (new.code_id, date(new.scanned_at_ms / 1000, 'unixepoch'), new.device, 1)
  ON CONFLICT (code_id, day, device) DO UPDATE SET scans = scans + 1;
END;
