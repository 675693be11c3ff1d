CREATE TABLE `code_metadata` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`account_id`, `key`, `value`, `position`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `code_tags` (
	`tag_id` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`tag_id`, `position`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`key` text,
	`name` text NOT NULL,
	`codes` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_by_key` ON `tags` (`account_id`,`key`);--> statement-breakpoint
ALTER TABLE `qr_codes` ADD `tags` text;--> statement-breakpoint
ALTER TABLE `qr_codes` ADD `metadata` text;--> statement-breakpoint
ALTER TABLE `qr_codes` ADD `is_archived` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_listed` ON `qr_codes` (`account_id`) WHERE deleted_at_ms IS NULL AND is_archived = 0;--> statement-breakpoint
CREATE INDEX `qr_codes_archived` ON `qr_codes` (`account_id`) WHERE deleted_at_ms IS NULL AND is_archived = 1;
--> statement-breakpoint
-- Which codes have a tag. A code that an older version deletes keeps its columns, and is listed nowhere all the same.
CREATE TRIGGER `code_tags_code_created` AFTER INSERT ON `qr_codes` WHEN new.tags IS NOT NULL AND new.deleted_at_ms IS NULL BEGIN
  INSERT INTO `code_tags` (tag_id, position) SELECT value, new.position FROM json_each(new.tags) WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `code_tags_code_changed` AFTER UPDATE OF `tags`, `deleted_at_ms` ON `qr_codes`
WHEN new.tags IS NOT old.tags OR (new.deleted_at_ms IS NULL) <> (old.deleted_at_ms IS NULL)
BEGIN
  DELETE FROM `code_tags` WHERE position = new.position
    AND tag_id IN (SELECT value FROM json_each(old.tags))
    AND (new.deleted_at_ms IS NOT NULL OR tag_id NOT IN (SELECT value FROM json_each(new.tags)));
  INSERT INTO `code_tags` (tag_id, position) SELECT value, new.position FROM json_each(new.tags)
    WHERE new.deleted_at_ms IS NULL ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- A tag is there as long as a code has it.
CREATE TRIGGER `tags_code_added` AFTER INSERT ON `code_tags` BEGIN
  UPDATE `tags` SET codes = codes + 1 WHERE id = new.tag_id;
END;
--> statement-breakpoint
CREATE TRIGGER `tags_code_removed` AFTER DELETE ON `code_tags` BEGIN
  UPDATE `tags` SET codes = codes - 1 WHERE id = old.tag_id;
  DELETE FROM `tags` WHERE id = old.tag_id AND codes = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `code_metadata_code_created` AFTER INSERT ON `qr_codes` WHEN new.metadata IS NOT NULL AND new.deleted_at_ms IS NULL BEGIN
  INSERT INTO `code_metadata` (account_id, key, value, position)
  SELECT new.account_id, key, value, new.position FROM json_each(new.metadata) WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `code_metadata_code_changed` AFTER UPDATE OF `metadata`, `deleted_at_ms` ON `qr_codes`
WHEN new.metadata IS NOT old.metadata OR (new.deleted_at_ms IS NULL) <> (old.deleted_at_ms IS NULL)
BEGIN
  DELETE FROM `code_metadata` WHERE (account_id, key, value, position)
    IN (SELECT old.account_id, key, value, old.position FROM json_each(old.metadata));
  INSERT INTO `code_metadata` (account_id, key, value, position)
  SELECT new.account_id, key, value, new.position FROM json_each(new.metadata)
    WHERE new.deleted_at_ms IS NULL ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- Metadata is stored text, which accounts have a quota of. A tag of a code counts as 50 bytes.
DROP TRIGGER `account_usage_code_created`;
--> statement-breakpoint
CREATE TRIGGER `account_usage_code_created` AFTER INSERT ON `qr_codes` BEGIN
  INSERT INTO `account_usage` (account_id, codes, stored_bytes, month, codes_that_month)
  VALUES (new.account_id, new.deleted_at_ms IS NULL,
    length(CAST(new.target || coalesce(new.title, '') || coalesce(new.control, '') || coalesce(new.external_id, '') || coalesce(new.metadata, '') AS BLOB))
      + 50 * coalesce(json_array_length(new.tags), 0),
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
CREATE TRIGGER `account_usage_code_changed` AFTER UPDATE OF `target`, `title`, `control`, `external_id`, `metadata`, `tags`, `deleted_at_ms` ON `qr_codes`
WHEN (new.deleted_at_ms IS NULL) <> (old.deleted_at_ms IS NULL)
  OR length(CAST(new.target || coalesce(new.title, '') || coalesce(new.control, '') || coalesce(new.external_id, '') || coalesce(new.metadata, '') AS BLOB))
      + 50 * coalesce(json_array_length(new.tags), 0)
    <> length(CAST(old.target || coalesce(old.title, '') || coalesce(old.control, '') || coalesce(old.external_id, '') || coalesce(old.metadata, '') AS BLOB))
      + 50 * coalesce(json_array_length(old.tags), 0)
BEGIN
  UPDATE `account_usage` SET
    codes = codes + (new.deleted_at_ms IS NULL) - (old.deleted_at_ms IS NULL),
    stored_bytes = stored_bytes
      + length(CAST(new.target || coalesce(new.title, '') || coalesce(new.control, '') || coalesce(new.external_id, '') || coalesce(new.metadata, '') AS BLOB))
      + 50 * coalesce(json_array_length(new.tags), 0)
      - length(CAST(old.target || coalesce(old.title, '') || coalesce(old.control, '') || coalesce(old.external_id, '') || coalesce(old.metadata, '') AS BLOB))
      - 50 * coalesce(json_array_length(old.tags), 0)
  WHERE account_id = new.account_id;
END;
