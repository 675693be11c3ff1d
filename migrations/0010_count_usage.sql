CREATE TABLE `account_usage` (
	`account_id` text PRIMARY KEY NOT NULL,
	`codes` integer NOT NULL,
	`stored_bytes` integer NOT NULL,
	`month` text NOT NULL,
	`codes_that_month` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `qr_code_edits` ADD `edits` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- What accounts use today. Of the months of an account, max() picks the row that the number of codes is taken from.
INSERT INTO `account_usage` (account_id, codes, stored_bytes, month, codes_that_month)
SELECT account_id, sum(living), sum(bytes), max(month), created
FROM (
  SELECT account_id, strftime('%Y-%m', created_at_ms / 1000, 'unixepoch') AS month, count(*) AS created, sum(deleted_at_ms IS NULL) AS living,
    sum(length(CAST(target || coalesce(title, '') || coalesce(control, '') AS BLOB))) AS bytes
  FROM `qr_codes` GROUP BY 1, 2
)
GROUP BY account_id;
--> statement-breakpoint
UPDATE `account_usage` SET stored_bytes = stored_bytes + history.bytes
FROM (
  SELECT code.account_id AS account_id, sum(100 + length(CAST(coalesce(from_target, '') || coalesce(to_target, '') || coalesce(from_title, '')
    || coalesce(to_title, '') || coalesce(from_control, '') || coalesce(to_control, '') AS BLOB))) AS bytes
  FROM `qr_code_edits` JOIN `qr_codes` AS code USING (code_id) GROUP BY 1
) AS history
WHERE history.account_id = `account_usage`.account_id;
--> statement-breakpoint
CREATE TRIGGER `account_usage_code_created` AFTER INSERT ON `qr_codes` BEGIN
  INSERT INTO `account_usage` (account_id, codes, stored_bytes, month, codes_that_month)
  VALUES (new.account_id, new.deleted_at_ms IS NULL, length(CAST(new.target || coalesce(new.title, '') || coalesce(new.control, '') AS BLOB)),
    strftime('%Y-%m', new.created_at_ms / 1000, 'unixepoch'), 1)
  ON CONFLICT (account_id) DO UPDATE SET
    codes = codes + excluded.codes,
    stored_bytes = stored_bytes + excluded.stored_bytes,
    codes_that_month = iif(excluded.month > month, 1, codes_that_month + (excluded.month = month)),
    month = max(month, excluded.month);
END;
--> statement-breakpoint
CREATE TRIGGER `account_usage_code_changed` AFTER UPDATE OF `target`, `title`, `control`, `deleted_at_ms` ON `qr_codes`
WHEN (new.deleted_at_ms IS NULL) <> (old.deleted_at_ms IS NULL)
  OR length(CAST(new.target || coalesce(new.title, '') || coalesce(new.control, '') AS BLOB))
    <> length(CAST(old.target || coalesce(old.title, '') || coalesce(old.control, '') AS BLOB))
BEGIN
  UPDATE `account_usage` SET
    codes = codes + (new.deleted_at_ms IS NULL) - (old.deleted_at_ms IS NULL),
    stored_bytes = stored_bytes + length(CAST(new.target || coalesce(new.title, '') || coalesce(new.control, '') AS BLOB))
      - length(CAST(old.target || coalesce(old.title, '') || coalesce(old.control, '') AS BLOB))
  WHERE account_id = new.account_id;
END;
--> statement-breakpoint
-- An entry of the history costs about 100 bytes beside its texts.
CREATE TRIGGER `account_usage_edit_created` AFTER INSERT ON `qr_code_edits` BEGIN
  UPDATE `account_usage` SET stored_bytes = stored_bytes + 100 + length(CAST(coalesce(new.from_target, '') || coalesce(new.to_target, '')
    || coalesce(new.from_title, '') || coalesce(new.to_title, '') || coalesce(new.from_control, '') || coalesce(new.to_control, '') AS BLOB))
  WHERE account_id = (SELECT account_id FROM `qr_codes` WHERE code_id = new.code_id);
END;
--> statement-breakpoint
CREATE TRIGGER `account_usage_edit_changed` AFTER UPDATE ON `qr_code_edits` BEGIN
  UPDATE `account_usage` SET stored_bytes = stored_bytes
    + length(CAST(coalesce(new.from_target, '') || coalesce(new.to_target, '') || coalesce(new.from_title, '') || coalesce(new.to_title, '')
      || coalesce(new.from_control, '') || coalesce(new.to_control, '') AS BLOB))
    - length(CAST(coalesce(old.from_target, '') || coalesce(old.to_target, '') || coalesce(old.from_title, '') || coalesce(old.to_title, '')
      || coalesce(old.from_control, '') || coalesce(old.to_control, '') AS BLOB))
  WHERE account_id = (SELECT account_id FROM `qr_codes` WHERE code_id = new.code_id);
END;
--> statement-breakpoint
CREATE TRIGGER `account_usage_edit_deleted` AFTER DELETE ON `qr_code_edits` BEGIN
  UPDATE `account_usage` SET stored_bytes = stored_bytes - 100 - length(CAST(coalesce(old.from_target, '') || coalesce(old.to_target, '')
    || coalesce(old.from_title, '') || coalesce(old.to_title, '') || coalesce(old.from_control, '') || coalesce(old.to_control, '') AS BLOB))
  WHERE account_id = (SELECT account_id FROM `qr_codes` WHERE code_id = old.code_id);
END;
