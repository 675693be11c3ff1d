CREATE TABLE `logos` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`sha256` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`png` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `logos_by_file` ON `logos` (`account_id`,`sha256`);--> statement-breakpoint
CREATE INDEX `logos_by_account` ON `logos` (`account_id`,`created_at_ms`,`id`);--> statement-breakpoint
-- Which codes are drawn with an image: only codes that have a logo stand in it.
CREATE INDEX `qr_codes_by_logo` ON `qr_codes` (`account_id`, (style ->> '$.logo.image')) WHERE deleted_at_ms IS NULL AND style ->> '$.logo.image' IS NOT NULL;
--> statement-breakpoint
-- Images count among the stored bytes of their account.
CREATE TRIGGER `account_usage_logo_created` AFTER INSERT ON `logos` BEGIN
  INSERT INTO `account_usage` (account_id, codes, stored_bytes, month, codes_that_month)
  VALUES (new.account_id, 0, length(new.png), strftime('%Y-%m', new.created_at_ms / 1000, 'unixepoch'), 0)
  ON CONFLICT (account_id) DO UPDATE SET stored_bytes = stored_bytes + excluded.stored_bytes;
END;
--> statement-breakpoint
CREATE TRIGGER `account_usage_logo_deleted` AFTER DELETE ON `logos` BEGIN
  UPDATE `account_usage` SET stored_bytes = stored_bytes - length(old.png) WHERE account_id = old.account_id;
END;
