-- An edit that left the target as it was holds no copy of it. No table refers to this one.
CREATE TABLE `__new_qr_code_edits` (
	`id` integer PRIMARY KEY NOT NULL,
	`code_id` text NOT NULL,
	`edited_at_ms` integer NOT NULL,
	`editor_id` text NOT NULL,
	`from_target` text,
	`to_target` text,
	`from_title` text,
	`to_title` text,
	`from_control` text,
	`to_control` text,
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_qr_code_edits`("id", "code_id", "edited_at_ms", "editor_id", "from_target", "to_target", "from_title", "to_title", "from_control", "to_control") SELECT "id", "code_id", "edited_at_ms", "editor_id",
  iif("from_target" = "to_target", NULL, "from_target"), iif("from_target" = "to_target", NULL, "to_target"), "from_title", "to_title", "from_control", "to_control"
FROM `qr_code_edits`;--> statement-breakpoint
DROP TABLE `qr_code_edits`;--> statement-breakpoint
ALTER TABLE `__new_qr_code_edits` RENAME TO `qr_code_edits`;--> statement-breakpoint
CREATE INDEX `qr_code_edits_by_code` ON `qr_code_edits` (`code_id`);