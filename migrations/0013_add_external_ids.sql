ALTER TABLE `qr_codes` ADD `external_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `qr_codes_by_external_id` ON `qr_codes` (`account_id`,`external_id`) WHERE deleted_at_ms IS NULL AND external_id IS NOT NULL;
--> statement-breakpoint
-- External ids are stored text, which accounts have a quota of.
DROP TRIGGER `account_usage_code_created`;
--> statement-breakpoint
CREATE TRIGGER `account_usage_code_created` AFTER INSERT ON `qr_codes` BEGIN
  INSERT INTO `account_usage` (account_id, codes, stored_bytes, month, codes_that_month)
  VALUES (new.account_id, new.deleted_at_ms IS NULL,
    length(CAST(new.target || coalesce(new.title, '') || coalesce(new.control, '') || coalesce(new.external_id, '') AS BLOB)),
    strftime('%Y-%m', new.created_at_ms / 1000, 'unixepoch'), 1)
  ON CONFLICT (account_id) DO UPDATE SET
    codes = codes + excluded.codes,
    stored_bytes = stored_bytes + excluded.stored_bytes,
    codes_that_month = iif(excluded.month > month, 1, codes_that_month + (excluded.month = month)),
    month = max(month, excluded.month);
END;
--> statement-breakpoint
DROP TRIGGER `account_usage_code_changed`;
--> statement-breakpoint
CREATE TRIGGER `account_usage_code_changed` AFTER UPDATE OF `target`, `title`, `control`, `external_id`, `deleted_at_ms` ON `qr_codes`
WHEN (new.deleted_at_ms IS NULL) <> (old.deleted_at_ms IS NULL)
  OR length(CAST(new.target || coalesce(new.title, '') || coalesce(new.control, '') || coalesce(new.external_id, '') AS BLOB))
    <> length(CAST(old.target || coalesce(old.title, '') || coalesce(old.control, '') || coalesce(old.external_id, '') AS BLOB))
BEGIN
  UPDATE `account_usage` SET
    codes = codes + (new.deleted_at_ms IS NULL) - (old.deleted_at_ms IS NULL),
    stored_bytes = stored_bytes
      + length(CAST(new.target || coalesce(new.title, '') || coalesce(new.control, '') || coalesce(new.external_id, '') AS BLOB))
      - length(CAST(old.target || coalesce(old.title, '') || coalesce(old.control, '') || coalesce(old.external_id, '') AS BLOB))
  WHERE account_id = new.account_id;
END;
