-- The full-text index of src/storage/qr-code-search.ts. It holds no copy of the text, and the rowid of a code is its position below zero.
CREATE VIRTUAL TABLE `qr_code_search` USING fts5(account, type, kind, content, content='', contentless_delete=1, tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER `qr_code_search_insert` AFTER INSERT ON `qr_codes` BEGIN
  INSERT INTO `qr_code_search` (rowid, account, type, kind, content)
  VALUES (-new.position, substr(new.account_id, -3), substr(new.type, 1, 3), iif(new.is_dynamic, 'dyn', 'sta'),
    coalesce(new.title, '') || char(10) || new.target);
END;
--> statement-breakpoint
CREATE TRIGGER `qr_code_search_update` AFTER UPDATE OF `title`, `target` ON `qr_codes` BEGIN
  DELETE FROM `qr_code_search` WHERE rowid = -old.position;
  INSERT INTO `qr_code_search` (rowid, account, type, kind, content)
  SELECT -new.position, substr(new.account_id, -3), substr(new.type, 1, 3), iif(new.is_dynamic, 'dyn', 'sta'),
    coalesce(new.title, '') || char(10) || new.target
  WHERE new.deleted_at_ms IS NULL;
END;
