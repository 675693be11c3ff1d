CREATE TABLE `gs1_prefixes` (
	`prefix` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`approved_at_ms` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `gs1_prefixes_by_account` ON `gs1_prefixes` (`account_id`);--> statement-breakpoint
ALTER TABLE `qr_codes` ADD `gs1` text;--> statement-breakpoint
ALTER TABLE `scans` ADD `link_type` text;--> statement-breakpoint
CREATE INDEX `link_names_below_keys` ON `link_names` (`host`,`path`) WHERE host <> '' AND removed_at_ms IS NULL AND path GLOB '[0-9][0-9]*/*/*/*';--> statement-breakpoint
-- What identifies a product cannot be chosen anew: of a GS1 code that was deleted, another code of its account may have it.
DROP TRIGGER `link_names_give_way`;
--> statement-breakpoint
CREATE TRIGGER `link_names_give_way` BEFORE INSERT ON `link_names` BEGIN
  DELETE FROM `link_names` WHERE path = new.path AND host = new.host
    AND iif((SELECT account_id FROM `qr_codes` WHERE code_id = `link_names`.code_id) = (SELECT account_id FROM `qr_codes` WHERE code_id = new.code_id),
      removed_at_ms IS NOT NULL OR (SELECT type = 'gs1' AND deleted_at_ms IS NOT NULL FROM `qr_codes` WHERE code_id = `link_names`.code_id),
      host <> '');
END;
