DROP INDEX `domains_by_check`;--> statement-breakpoint
ALTER TABLE `domains` ADD `watched_at_ms` integer;--> statement-breakpoint
ALTER TABLE `domains` ADD `registration` text;--> statement-breakpoint
ALTER TABLE `domains` ADD `is_listed` integer;--> statement-breakpoint
ALTER TABLE `domains` ADD `warned_of` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `domains_by_watch` ON `domains` (`watched_at_ms`);--> statement-breakpoint
DROP TRIGGER `link_names_printed`;
--> statement-breakpoint
-- The insert of a code fails if another code has its name. On a host that went from one account to another, the code of the earlier one
-- answers no more, and its name is free.
CREATE TRIGGER `link_names_printed` AFTER INSERT ON `qr_codes` WHEN new.short_code IS NOT NULL BEGIN
  DELETE FROM `link_names` WHERE path = new.short_code AND host = new.host
    AND (SELECT account_id FROM `qr_codes` WHERE code_id = `link_names`.code_id) <> new.account_id;
  INSERT INTO `link_names` (path, host, code_id) VALUES (new.short_code, coalesce(new.host, ''), new.code_id);
END;
