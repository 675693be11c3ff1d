CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`state` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`released_at_ms` integer,
	`disabled_for` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `files_by_account` ON `files` (`account_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `files_unsettled` ON `files` (`created_at_ms`) WHERE state <> 'stored';--> statement-breakpoint
CREATE INDEX `files_released` ON `files` (`released_at_ms`) WHERE released_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_by_file` ON `qr_codes` (`account_id`,`target`) WHERE deleted_at_ms IS NULL AND type = 'file';--> statement-breakpoint
-- When a code opens another file, or is deleted, its file may be one that no code opens any more: the sweep looks 30 days later.
CREATE TRIGGER `files_released` AFTER UPDATE OF `target` ON `qr_codes` WHEN old.type = 'file' AND old.target <> new.target BEGIN
  UPDATE `files` SET released_at_ms = new.updated_at_ms WHERE id = old.target AND account_id = old.account_id;
END;
--> statement-breakpoint
-- A disabled code takes its file with it, whoever has the address of the file. It works again once no code that opens it is disabled.
CREATE TRIGGER `files_disabled` AFTER UPDATE OF `disabled_for` ON `qr_codes` WHEN new.type = 'file' AND new.deleted_at_ms IS NULL BEGIN
  UPDATE `files` SET disabled_for = coalesce(new.disabled_for, (
    SELECT disabled_for FROM `qr_codes` WHERE account_id = new.account_id AND type = 'file' AND target = new.target
      AND deleted_at_ms IS NULL AND disabled_for IS NOT NULL LIMIT 1))
  WHERE id = new.target AND account_id = new.account_id;
END;
