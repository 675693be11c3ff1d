-- One column for the changes of all fields. What is there already is written in the new form, and counts by its new length.
DROP TRIGGER `account_usage_edit_created`;
--> statement-breakpoint
DROP TRIGGER `account_usage_edit_changed`;
--> statement-breakpoint
DROP TRIGGER `account_usage_edit_deleted`;
--> statement-breakpoint
ALTER TABLE `qr_code_edits` ADD `changes` text DEFAULT '{}' NOT NULL;
--> statement-breakpoint
UPDATE `qr_code_edits` SET changes = (
  SELECT json_group_object(column1, json_array(json(column2), json(column3)))
  FROM (VALUES ('target', json_quote(from_target), json_quote(to_target)),
    ('title', json_quote(from_title), json_quote(to_title)),
    ('control', coalesce(from_control, 'null'), coalesce(to_control, 'null')))
  WHERE column2 <> column3);
--> statement-breakpoint
UPDATE `account_usage` SET stored_bytes = stored_bytes + coalesce((
  SELECT sum(length(CAST(changes AS BLOB)) - length(CAST(coalesce(from_target, '') || coalesce(to_target, '')
    || coalesce(from_title, '') || coalesce(to_title, '') || coalesce(from_control, '') || coalesce(to_control, '') AS BLOB)))
  FROM `qr_code_edits` JOIN `qr_codes` USING (code_id) WHERE qr_codes.account_id = account_usage.account_id), 0);
--> statement-breakpoint
ALTER TABLE `qr_code_edits` DROP COLUMN `from_target`;--> statement-breakpoint
ALTER TABLE `qr_code_edits` DROP COLUMN `to_target`;--> statement-breakpoint
ALTER TABLE `qr_code_edits` DROP COLUMN `from_title`;--> statement-breakpoint
ALTER TABLE `qr_code_edits` DROP COLUMN `to_title`;--> statement-breakpoint
ALTER TABLE `qr_code_edits` DROP COLUMN `from_control`;--> statement-breakpoint
ALTER TABLE `qr_code_edits` DROP COLUMN `to_control`;
--> statement-breakpoint
-- An entry of the history costs about 100 bytes beside its changes.
CREATE TRIGGER `account_usage_edit_created` AFTER INSERT ON `qr_code_edits` BEGIN
  UPDATE `account_usage` SET stored_bytes = stored_bytes + 100 + length(CAST(new.changes AS BLOB))
  WHERE account_id = (SELECT account_id FROM `qr_codes` WHERE code_id = new.code_id);
END;
--> statement-breakpoint
-- The oldest entry of a history comes to stand for others, and has their changes.
CREATE TRIGGER `account_usage_edit_changed` AFTER UPDATE ON `qr_code_edits` BEGIN
  UPDATE `account_usage` SET stored_bytes = stored_bytes + length(CAST(new.changes AS BLOB)) - length(CAST(old.changes AS BLOB))
  WHERE account_id = (SELECT account_id FROM `qr_codes` WHERE code_id = new.code_id);
END;
--> statement-breakpoint
-- A history goes with its code, and gives its room back.
CREATE TRIGGER `account_usage_edit_deleted` AFTER DELETE ON `qr_code_edits` BEGIN
  UPDATE `account_usage` SET stored_bytes = stored_bytes - 100 - length(CAST(old.changes AS BLOB))
  WHERE account_id = (SELECT account_id FROM `qr_codes` WHERE code_id = old.code_id);
END;
