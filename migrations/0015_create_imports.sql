CREATE TABLE `import_slices` (
	`import_id` text NOT NULL,
	`first_row` integer NOT NULL,
	`results` text NOT NULL,
	PRIMARY KEY(`import_id`, `first_row`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`editor_id` text NOT NULL,
	`status` text NOT NULL,
	`format` text NOT NULL,
	`is_dry_run` integer NOT NULL,
	`on_conflict` text NOT NULL,
	`source` text NOT NULL,
	`ignored_columns` text NOT NULL,
	`parts` text NOT NULL,
	`file_key` text,
	`rows` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`created` integer DEFAULT 0 NOT NULL,
	`updated` integer DEFAULT 0 NOT NULL,
	`unchanged` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`bytes_taken` integer DEFAULT 0 NOT NULL,
	`absent` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`leased_until_ms` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `imports_by_account` ON `imports` (`account_id`,`created_at_ms`);--> statement-breakpoint
CREATE UNIQUE INDEX `imports_under_way` ON `imports` (`account_id`) WHERE status IN ('reading', 'queued', 'running');--> statement-breakpoint
CREATE INDEX `imports_to_do` ON `imports` (`leased_until_ms`) WHERE status IN ('queued', 'running');--> statement-breakpoint
CREATE INDEX `imports_with_file` ON `imports` (`updated_at_ms`) WHERE file_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `imports_by_age` ON `imports` (`updated_at_ms`);--> statement-breakpoint
ALTER TABLE `qr_codes` ADD `origin` text;
--> statement-breakpoint
-- What imported codes had before is stored text, which accounts have a quota of.
DROP TRIGGER `account_usage_code_created`;
--> statement-breakpoint
CREATE TRIGGER `account_usage_code_created` AFTER INSERT ON `qr_codes` BEGIN
  INSERT INTO `account_usage` (account_id, codes, stored_bytes, month, codes_that_month)
  VALUES (new.account_id, new.deleted_at_ms IS NULL,
    length(CAST(new.target || coalesce(new.title, '') || coalesce(new.control, '') || coalesce(new.external_id, '') || coalesce(new.metadata, '') || coalesce(new.origin, '') AS BLOB))
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
CREATE TRIGGER `account_usage_code_changed` AFTER UPDATE OF `target`, `title`, `control`, `external_id`, `metadata`, `tags`, `origin`, `deleted_at_ms` ON `qr_codes`
WHEN (new.deleted_at_ms IS NULL) <> (old.deleted_at_ms IS NULL)
  OR length(CAST(new.target || coalesce(new.title, '') || coalesce(new.control, '') || coalesce(new.external_id, '') || coalesce(new.metadata, '') || coalesce(new.origin, '') AS BLOB))
      + 50 * coalesce(json_array_length(new.tags), 0)
    <> length(CAST(old.target || coalesce(old.title, '') || coalesce(old.control, '') || coalesce(old.external_id, '') || coalesce(old.metadata, '') || coalesce(old.origin, '') AS BLOB))
      + 50 * coalesce(json_array_length(old.tags), 0)
BEGIN
  UPDATE `account_usage` SET
    codes = codes + (new.deleted_at_ms IS NULL) - (old.deleted_at_ms IS NULL),
    stored_bytes = stored_bytes
      + length(CAST(new.target || coalesce(new.title, '') || coalesce(new.control, '') || coalesce(new.external_id, '') || coalesce(new.metadata, '') || coalesce(new.origin, '') AS BLOB))
      + 50 * coalesce(json_array_length(new.tags), 0)
      - length(CAST(old.target || coalesce(old.title, '') || coalesce(old.control, '') || coalesce(old.external_id, '') || coalesce(old.metadata, '') || coalesce(old.origin, '') AS BLOB))
      - 50 * coalesce(json_array_length(old.tags), 0)
  WHERE account_id = new.account_id;
END;
