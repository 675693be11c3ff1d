ALTER TABLE `qr_codes` ADD `added_paths` text;
--> statement-breakpoint
-- A search finds a code by a part of its added names as well: the index has them behind the target.
DROP TRIGGER `qr_code_search_insert`;
--> statement-breakpoint
DROP TRIGGER `qr_code_search_forget`;
--> statement-breakpoint
DROP TRIGGER `qr_code_search_update`;
--> statement-breakpoint
DROP VIEW `qr_code_texts`;
--> statement-breakpoint
CREATE VIEW `qr_code_texts` AS SELECT position,
  char(1) || substr(account_id, -2) AS account, char(2) || substr(type, 1, 2) AS type, char(3) || iif(is_dynamic, 'dy', 'st') AS kind,
  iif(title GLOB '*[^ -~]*',
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      title, 'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'þ', 'th'), 'Þ', 'TH'), 'ø', 'o'), 'Ø', 'O'), 'đ', 'd'),
      'Đ', 'D'), 'ð', 'd'), 'Ð', 'D'), 'ł', 'l'), 'Ł', 'L'), 'ı', 'i'),
    title) AS title,
  iif(target GLOB '*[^ -~]*',
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      iif(target GLOB 'https://*', substr(target, 7), target), 'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'þ', 'th'), 'Þ', 'TH'), 'ø', 'o'), 'Ø', 'O'), 'đ', 'd'),
      'Đ', 'D'), 'ð', 'd'), 'Ð', 'D'), 'ł', 'l'), 'Ł', 'L'), 'ı', 'i'),
    iif(target GLOB 'https://*', substr(target, 7), target)) || iif(added_paths IS NULL, '', char(10) || added_paths) AS target
FROM `qr_codes`;
--> statement-breakpoint
CREATE TRIGGER `qr_code_search_insert` AFTER INSERT ON `qr_codes` WHEN new.deleted_at_ms IS NULL BEGIN
  INSERT INTO `qr_code_search` (rowid, account, type, kind, title, target)
  SELECT -position, account, type, kind, title, target FROM `qr_code_texts` WHERE position = new.position;
END;
--> statement-breakpoint
CREATE TRIGGER `qr_code_search_forget` BEFORE UPDATE OF `title`, `target`, `added_paths` ON `qr_codes` WHEN old.deleted_at_ms IS NULL BEGIN
  INSERT INTO `qr_code_search` (qr_code_search, rowid, account, type, kind, title, target)
  SELECT 'delete', -position, account, type, kind, title, target FROM `qr_code_texts` WHERE position = old.position;
END;
--> statement-breakpoint
CREATE TRIGGER `qr_code_search_update` AFTER UPDATE OF `title`, `target`, `added_paths` ON `qr_codes` WHEN new.deleted_at_ms IS NULL BEGIN
  INSERT INTO `qr_code_search` (rowid, account, type, kind, title, target)
  SELECT -position, account, type, kind, title, target FROM `qr_code_texts` WHERE position = new.position;
END;
--> statement-breakpoint
-- A name that is added, taken off, or gone with its host.
CREATE TRIGGER `qr_code_search_name_added` AFTER INSERT ON `link_names` WHEN new.created_at_ms IS NOT NULL BEGIN
  UPDATE `qr_codes` SET added_paths = (SELECT group_concat(path, char(10)) FROM (SELECT path FROM `link_names`
    WHERE code_id = new.code_id AND created_at_ms IS NOT NULL AND removed_at_ms IS NULL ORDER BY created_at_ms, path))
  WHERE code_id = new.code_id;
END;
--> statement-breakpoint
CREATE TRIGGER `qr_code_search_name_removed` AFTER UPDATE OF `removed_at_ms` ON `link_names` WHEN new.created_at_ms IS NOT NULL BEGIN
  UPDATE `qr_codes` SET added_paths = (SELECT group_concat(path, char(10)) FROM (SELECT path FROM `link_names`
    WHERE code_id = new.code_id AND created_at_ms IS NOT NULL AND removed_at_ms IS NULL ORDER BY created_at_ms, path))
  WHERE code_id = new.code_id;
END;
--> statement-breakpoint
CREATE TRIGGER `qr_code_search_name_deleted` AFTER DELETE ON `link_names` WHEN old.created_at_ms IS NOT NULL AND old.removed_at_ms IS NULL BEGIN
  UPDATE `qr_codes` SET added_paths = (SELECT group_concat(path, char(10)) FROM (SELECT path FROM `link_names`
    WHERE code_id = old.code_id AND created_at_ms IS NOT NULL AND removed_at_ms IS NULL ORDER BY created_at_ms, path))
  WHERE code_id = old.code_id;
END;
--> statement-breakpoint
-- The names that are there already.
UPDATE `qr_codes` SET added_paths = (SELECT group_concat(path, char(10)) FROM (SELECT path FROM `link_names`
  WHERE code_id = `qr_codes`.code_id AND created_at_ms IS NOT NULL AND removed_at_ms IS NULL ORDER BY created_at_ms, path))
WHERE code_id IN (SELECT code_id FROM `link_names` WHERE created_at_ms IS NOT NULL AND removed_at_ms IS NULL);
