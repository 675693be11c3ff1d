-- The full-text index of src/storage/lists/search.ts. It holds neither the text nor the places of its trigrams, which would take twice the
-- room, and the rowid of a code is its position below zero. It knows the marks of Latin letters, so that "koln" finds "Köln".
CREATE VIRTUAL TABLE `qr_code_search` USING fts5(account, type, kind, title, target, content='', detail=none, columnsize=0,
  tokenize='trigram remove_diacritics 1');
--> statement-breakpoint
-- What the index gets of a code. Account, type and kind begin with a control character, which no trigram of a text does. Nearly every target
-- begins with `https:`, so the index leaves that out. Letters that have no mark to remove are spelt as in src/core/lists/fold.ts.
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
    iif(target GLOB 'https://*', substr(target, 7), target)) AS target
FROM `qr_codes`;
--> statement-breakpoint
-- A code can be found by its title and target as soon as it is there.
CREATE TRIGGER `qr_code_search_insert` AFTER INSERT ON `qr_codes` WHEN new.deleted_at_ms IS NULL BEGIN
  INSERT INTO `qr_code_search` (rowid, account, type, kind, title, target)
  SELECT -position, account, type, kind, title, target FROM `qr_code_texts` WHERE position = new.position;
END;
--> statement-breakpoint
-- What is edited or deleted is not found by its old words. The index forgets exactly what it was told, so this happens while the code has them.
CREATE TRIGGER `qr_code_search_forget` BEFORE UPDATE OF `title`, `target` ON `qr_codes` WHEN old.deleted_at_ms IS NULL BEGIN
  INSERT INTO `qr_code_search` (qr_code_search, rowid, account, type, kind, title, target)
  SELECT 'delete', -position, account, type, kind, title, target FROM `qr_code_texts` WHERE position = old.position;
END;
--> statement-breakpoint
-- What is edited is found by its new words.
CREATE TRIGGER `qr_code_search_update` AFTER UPDATE OF `title`, `target` ON `qr_codes` WHEN new.deleted_at_ms IS NULL BEGIN
  INSERT INTO `qr_code_search` (rowid, account, type, kind, title, target)
  SELECT -position, account, type, kind, title, target FROM `qr_code_texts` WHERE position = new.position;
END;
--> statement-breakpoint
-- The filter by tag reads the codes of a tag in the order of lists: a code writes its tags there.
CREATE TRIGGER `code_tags_code_created` AFTER INSERT ON `qr_codes` WHEN new.tags IS NOT NULL AND new.deleted_at_ms IS NULL BEGIN
  INSERT INTO `code_tags` (tag_id, position) SELECT value, new.position FROM json_each(new.tags) WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- A code that gets or loses a tag, or is deleted, changes only the rows of that tag.
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
-- A tag knows how many codes have it, so that nobody counts them when tags are listed.
CREATE TRIGGER `tags_code_added` AFTER INSERT ON `code_tags` BEGIN
  UPDATE `tags` SET codes = codes + 1 WHERE id = new.tag_id;
END;
--> statement-breakpoint
-- A tag is there as long as a code has it.
CREATE TRIGGER `tags_code_removed` AFTER DELETE ON `code_tags` BEGIN
  UPDATE `tags` SET codes = codes - 1 WHERE id = old.tag_id;
  DELETE FROM `tags` WHERE id = old.tag_id AND codes = 0;
END;
--> statement-breakpoint
-- The filter by metadata reads the codes of a value in the order of lists: a code writes its values there.
CREATE TRIGGER `code_metadata_code_created` AFTER INSERT ON `qr_codes` WHEN new.metadata IS NOT NULL AND new.deleted_at_ms IS NULL BEGIN
  INSERT INTO `code_metadata` (account_id, key, value, position)
  SELECT new.account_id, key, value, new.position FROM json_each(new.metadata) WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- A code whose metadata changes, or that is deleted, is no longer found by what it had. What stays is not written again.
CREATE TRIGGER `code_metadata_code_changed` AFTER UPDATE OF `metadata`, `deleted_at_ms` ON `qr_codes`
WHEN new.metadata IS NOT old.metadata OR (new.deleted_at_ms IS NULL) <> (old.deleted_at_ms IS NULL)
BEGIN
  DELETE FROM `code_metadata` WHERE (account_id, key, value, position)
    IN (SELECT old.account_id, key, value, old.position FROM json_each(old.metadata)
      WHERE new.deleted_at_ms IS NOT NULL OR (key, value) NOT IN (SELECT key, value FROM json_each(new.metadata)));
  INSERT INTO `code_metadata` (account_id, key, value, position)
  SELECT new.account_id, key, value, new.position FROM json_each(new.metadata)
    WHERE new.deleted_at_ms IS NULL ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- Quotas are compared with what an account uses, and counting its codes would be dear: each new code adds itself. A tag counts as 50 bytes.
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
-- What an edit makes longer or shorter counts against the quota, and a deleted code gives its room back.
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
--> statement-breakpoint
-- Images for the middle of symbols count among the stored bytes of their account.
CREATE TRIGGER `account_usage_logo_created` AFTER INSERT ON `logos` BEGIN
  INSERT INTO `account_usage` (account_id, codes, stored_bytes, month, codes_that_month)
  VALUES (new.account_id, 0, length(new.picture), strftime('%Y-%m', new.created_at_ms / 1000, 'unixepoch'), 0)
  ON CONFLICT (account_id) DO UPDATE SET stored_bytes = stored_bytes + excluded.stored_bytes;
END;
--> statement-breakpoint
-- A deleted image gives its room back.
CREATE TRIGGER `account_usage_logo_deleted` AFTER DELETE ON `logos` BEGIN
  UPDATE `account_usage` SET stored_bytes = stored_bytes - length(old.picture) WHERE account_id = old.account_id;
END;
--> statement-breakpoint
-- Reports of imports count among the stored bytes of their account. A dry run that starts for real gives the room of its report back.
CREATE TRIGGER `account_usage_report_changed` AFTER UPDATE OF `report_bytes` ON `imports` WHEN new.report_bytes <> old.report_bytes BEGIN
  INSERT INTO `account_usage` (account_id, codes, stored_bytes, month, codes_that_month)
  VALUES (new.account_id, 0, new.report_bytes - old.report_bytes, strftime('%Y-%m', new.updated_at_ms / 1000, 'unixepoch'), 0)
  ON CONFLICT (account_id) DO UPDATE SET stored_bytes = stored_bytes + excluded.stored_bytes;
END;
--> statement-breakpoint
-- A deleted report gives its room back.
CREATE TRIGGER `account_usage_report_deleted` AFTER DELETE ON `imports` WHEN old.report_bytes > 0 BEGIN
  UPDATE `account_usage` SET stored_bytes = stored_bytes - old.report_bytes WHERE account_id = old.account_id;
END;
--> statement-breakpoint
-- What was seen of a target says nothing about another one.
CREATE TRIGGER `target_failures_forget` AFTER UPDATE OF `target`, `redirect_to`, `control`, `deleted_at_ms` ON `qr_codes`
WHEN new.target <> old.target OR new.redirect_to IS NOT old.redirect_to OR new.control IS NOT old.control OR new.deleted_at_ms IS NOT old.deleted_at_ms
BEGIN
  DELETE FROM `target_failures` WHERE code_id = new.code_id;
END;
--> statement-breakpoint
-- A scan of the log in D1 is counted by the insert itself, so that counts are right at once, and stay when the scan is forgotten.
CREATE TRIGGER `scans_count_by_day` AFTER INSERT ON `scans` BEGIN
  INSERT INTO `scan_days` (code_id, day, device, scans, last_scan_at_ms)
  VALUES (new.code_id, date(new.scanned_at_ms / 1000, 'unixepoch'), new.device, 1, new.scanned_at_ms)
  ON CONFLICT (code_id, day, device) DO UPDATE SET
    scans = scans + 1, last_scan_at_ms = max(last_scan_at_ms, excluded.last_scan_at_ms);
END;
--> statement-breakpoint
-- Lists are sorted by the sum of a code's scans. It follows each count, whoever writes that.
CREATE TRIGGER `scan_days_sum_created` AFTER INSERT ON `scan_days` BEGIN
  UPDATE `qr_codes` SET
    scans_rolled_up = scans_rolled_up + new.scans,
    last_scan_at_ms = max(coalesce(last_scan_at_ms, 0), new.last_scan_at_ms)
  WHERE code_id = new.code_id;
END;
--> statement-breakpoint
-- The roll-up raises a count that is there already: the sum grows by the difference.
CREATE TRIGGER `scan_days_sum_raised` AFTER UPDATE OF `scans` ON `scan_days` BEGIN
  UPDATE `qr_codes` SET
    scans_rolled_up = scans_rolled_up + new.scans - old.scans,
    last_scan_at_ms = max(coalesce(last_scan_at_ms, 0), new.last_scan_at_ms)
  WHERE code_id = new.code_id;
END;
--> statement-breakpoint
-- Statistics of an account, and of a tag, read sums by day instead of the days of all their codes.
CREATE TRIGGER `account_days_created` AFTER INSERT ON `scan_days` BEGIN
  INSERT INTO `account_days` (account_id, day, device, scans)
  SELECT account_id, new.day, new.device, new.scans FROM `qr_codes` AS code
  WHERE code_id = new.code_id
  ON CONFLICT (account_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
  INSERT INTO `tag_days` (tag_id, day, device, scans)
  SELECT tag.value, new.day, new.device, new.scans FROM `qr_codes` AS code CROSS JOIN json_each(code.tags) AS tag
  WHERE code_id = new.code_id AND deleted_at_ms IS NULL
  ON CONFLICT (tag_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
END;
--> statement-breakpoint
-- A count that is raised raises the sums by the difference.
CREATE TRIGGER `account_days_raised` AFTER UPDATE OF `scans` ON `scan_days` BEGIN
  INSERT INTO `account_days` (account_id, day, device, scans)
  SELECT account_id, new.day, new.device, new.scans - old.scans FROM `qr_codes` AS code
  WHERE code_id = new.code_id
  ON CONFLICT (account_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
  INSERT INTO `tag_days` (tag_id, day, device, scans)
  SELECT tag.value, new.day, new.device, new.scans - old.scans FROM `qr_codes` AS code CROSS JOIN json_each(code.tags) AS tag
  WHERE code_id = new.code_id AND deleted_at_ms IS NULL
  ON CONFLICT (tag_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
END;
--> statement-breakpoint
-- A code brings its days to a tag that it gets.
CREATE TRIGGER `tag_days_code_added` AFTER INSERT ON `code_tags` BEGIN
  INSERT INTO `tag_days` (tag_id, day, device, scans)
  SELECT new.tag_id, day, device, scans FROM `qr_codes` AS code CROSS JOIN `scan_days` USING (code_id)
  WHERE code.position = new.position
  ON CONFLICT (tag_id, day, device) DO UPDATE SET scans = scans + excluded.scans;
END;
--> statement-breakpoint
-- A code takes its days from a tag that it loses.
CREATE TRIGGER `tag_days_code_removed` AFTER DELETE ON `code_tags` BEGIN
  UPDATE `tag_days` SET scans = tag_days.scans - lost.scans
  FROM (SELECT day, device, scans FROM `qr_codes` AS code CROSS JOIN `scan_days` USING (code_id) WHERE code.position = old.position) AS lost
  WHERE tag_id = old.tag_id AND tag_days.day = lost.day AND tag_days.device = lost.device;
END;
--> statement-breakpoint
-- The id of a tag that is gone may be given to another tag, which must not begin with days of its own.
CREATE TRIGGER `tag_days_tag_deleted` AFTER DELETE ON `tags` BEGIN
  DELETE FROM `tag_days` WHERE tag_id = old.id;
END;
--> statement-breakpoint
-- A shared link to a tag that is gone must not open another tag, which may get its id.
CREATE TRIGGER `shares_tag_deleted` AFTER DELETE ON `tags` BEGIN
  DELETE FROM `shares` WHERE tag_id = old.id;
END;
--> statement-breakpoint
-- A query that was sent counts against the budget, whatever becomes of its row.
CREATE TRIGGER `scan_queries_count` AFTER INSERT ON `scan_queries` WHEN new.queries > 0 BEGIN
  INSERT INTO `scan_query_log` (sent_at_ms, account_id, queries) VALUES (new.sent_at_ms, new.account_id, new.queries);
END;
--> statement-breakpoint
-- A query that is sent again keeps its row, and counts again.
CREATE TRIGGER `scan_queries_count_again` AFTER UPDATE OF `sent_at_ms` ON `scan_queries` WHEN new.queries > 0 BEGIN
  INSERT INTO `scan_query_log` (sent_at_ms, account_id, queries) VALUES (new.sent_at_ms, new.account_id, new.queries);
END;
--> statement-breakpoint
-- The insert of a code fails if another code has its name.
CREATE TRIGGER `link_names_printed` AFTER INSERT ON `qr_codes` WHEN new.short_code IS NOT NULL BEGIN
  INSERT INTO `link_names` (path, host, code_id) VALUES (new.short_code, coalesce(new.host, ''), new.code_id);
END;
--> statement-breakpoint
-- Which names are free. An account may put back a name that it took off a code. On a host that went from one account to another, the code of
-- the earlier one answers no more.
CREATE TRIGGER `link_names_give_way` BEFORE INSERT ON `link_names` BEGIN
  DELETE FROM `link_names` WHERE path = new.path AND host = new.host
    AND iif((SELECT account_id FROM `qr_codes` WHERE code_id = `link_names`.code_id) = (SELECT account_id FROM `qr_codes` WHERE code_id = new.code_id),
      removed_at_ms IS NOT NULL, host <> '');
END;
--> statement-breakpoint
-- A name that was added stays in the table when it is taken off, so it counts for good: nobody can fill the database with names.
CREATE TRIGGER `account_usage_name_added` AFTER INSERT ON `link_names` WHEN new.created_at_ms IS NOT NULL BEGIN
  UPDATE `account_usage` SET stored_bytes = stored_bytes + 100 + length(CAST(new.path || new.host AS BLOB))
  WHERE account_id = (SELECT account_id FROM `qr_codes` WHERE code_id = new.code_id);
END;
--> statement-breakpoint
-- It is put back, or another account has its host.
CREATE TRIGGER `account_usage_name_deleted` AFTER DELETE ON `link_names` WHEN old.created_at_ms IS NOT NULL BEGIN
  UPDATE `account_usage` SET stored_bytes = stored_bytes - 100 - length(CAST(old.path || old.host AS BLOB))
  WHERE account_id = (SELECT account_id FROM `qr_codes` WHERE code_id = old.code_id);
END;
--> statement-breakpoint
-- Whose a host ever was is never forgotten: its names are printed.
CREATE TRIGGER `host_owners_verified` AFTER UPDATE OF `verified_at_ms` ON `domains` WHEN old.verified_at_ms IS NULL AND new.verified_at_ms IS NOT NULL BEGIN
  INSERT INTO `host_owners` (host, account_id) VALUES (new.host, new.account_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- So it counts as well.
CREATE TRIGGER `account_usage_host_verified` AFTER INSERT ON `host_owners` BEGIN
  INSERT INTO `account_usage` (account_id, codes, stored_bytes, month, codes_that_month)
  VALUES (new.account_id, 0, 100 + length(new.host), '', 0)
  ON CONFLICT (account_id) DO UPDATE SET stored_bytes = stored_bytes + excluded.stored_bytes;
END;
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
--> statement-breakpoint
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
--> statement-breakpoint
-- What happened, before anybody knows whether a webhook asks for it.
CREATE VIEW `happenings` AS SELECT account_id, type, subject_id, facts, happened_at_ms FROM `events` WHERE false;
--> statement-breakpoint
-- An event exists if a webhook of the account asks for its type, in the transaction of its change, unless the account is suspended or deleted.
-- Its id sorts by time.
CREATE TRIGGER `happenings_noted` INSTEAD OF INSERT ON `happenings` WHEN EXISTS (
  SELECT 1 FROM `webhooks` CROSS JOIN json_each(webhooks.events) WHERE webhooks.account_id = new.account_id AND json_each.value = new.type)
  AND EXISTS (SELECT 1 FROM `accounts` WHERE id = new.account_id AND suspended_at_ms IS NULL AND deleted_at_ms IS NULL)
BEGIN
  INSERT INTO `events` (id, account_id, type, subject_id, facts, happened_at_ms)
  VALUES (printf('evt_%012x', new.happened_at_ms) || lower(hex(randomblob(8))), new.account_id, new.type, new.subject_id, new.facts, new.happened_at_ms)
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- How many there are of an account: its plan keeps so many.
CREATE TRIGGER `account_usage_event_created` AFTER INSERT ON `events` BEGIN
  INSERT INTO `account_usage` (account_id, codes, stored_bytes, month, codes_that_month, events)
  VALUES (new.account_id, 0, 0, strftime('%Y-%m', new.happened_at_ms / 1000, 'unixepoch'), 0, 1)
  ON CONFLICT (account_id) DO UPDATE SET events = events + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `account_usage_event_deleted` AFTER DELETE ON `events` BEGIN
  UPDATE `account_usage` SET events = events - 1 WHERE account_id = old.account_id;
END;
--> statement-breakpoint
CREATE TRIGGER `happenings_code_created` AFTER INSERT ON `qr_codes` WHEN new.deleted_at_ms IS NULL BEGIN
  INSERT INTO `happenings` VALUES (new.account_id, 'qr.created', new.code_id, NULL, new.created_at_ms);
END;
--> statement-breakpoint
-- The history has every edit, with the names of what changed. A file is replaced by an edit of the target.
CREATE TRIGGER `happenings_code_edited` AFTER INSERT ON `qr_code_edits` BEGIN
  INSERT INTO `happenings` SELECT account_id, 'qr.updated', code_id, json_object('changes', json(new.changes)), new.edited_at_ms
    FROM `qr_codes` WHERE code_id = new.code_id;
  INSERT INTO `happenings` SELECT account_id, 'file.replaced', code_id, NULL, new.edited_at_ms
    FROM `qr_codes` WHERE code_id = new.code_id AND type = 'file' AND new.changes ->> '$.target' IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `happenings_code_deleted` AFTER UPDATE OF `deleted_at_ms` ON `qr_codes`
WHEN old.deleted_at_ms IS NULL AND new.deleted_at_ms IS NOT NULL
BEGIN
  INSERT INTO `happenings` VALUES (new.account_id, 'qr.deleted', new.code_id, json_object('externalId', old.external_id), new.deleted_at_ms);
END;
--> statement-breakpoint
-- The scan that takes the last place.
CREATE TRIGGER `happenings_code_exhausted` AFTER UPDATE OF `scans_taken` ON `qr_codes`
WHEN new.scans_taken >= new.control ->> '$.maxScans' AND old.scans_taken < old.control ->> '$.maxScans'
BEGIN
  INSERT INTO `happenings` VALUES (new.account_id, 'qr.exhausted', new.code_id, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
-- The number of scans has one digit more: 10, 100, 1,000 …
CREATE TRIGGER `happenings_code_milestone` AFTER UPDATE OF `scans_rolled_up` ON `qr_codes`
WHEN new.scans_rolled_up >= 10 AND length(new.scans_rolled_up) > length(old.scans_rolled_up)
BEGIN
  INSERT INTO `happenings` VALUES (new.account_id, 'qr.milestone', new.code_id,
    json_object('milestone', CAST(substr('1000000000000000', 1, length(new.scans_rolled_up)) AS INTEGER)), CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER `happenings_target_broken` AFTER UPDATE OF `is_broken` ON `target_failures` WHEN new.is_broken > old.is_broken BEGIN
  INSERT INTO `happenings` VALUES (new.account_id, 'qr.target_broken', new.code_id,
    json_object('fault', json_object('url', new.url, 'status', new.status, 'reason', new.reason)), CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER `happenings_import_finished` AFTER UPDATE OF `status` ON `imports`
WHEN new.status IN ('done', 'failed', 'cancelled') AND old.status NOT IN ('done', 'failed', 'cancelled')
BEGIN
  INSERT INTO `happenings` VALUES (new.account_id, 'import.finished', new.id, NULL, new.updated_at_ms);
END;
--> statement-breakpoint
CREATE TRIGGER `happenings_domain_state` AFTER UPDATE OF `state` ON `domains`
WHEN new.state IN ('active', 'broken') AND new.state <> old.state AND new.checked_at_ms IS NOT NULL
BEGIN
  INSERT INTO `happenings` VALUES (new.account_id, 'domain.' || new.state, new.id, NULL, new.checked_at_ms);
END;
--> statement-breakpoint
-- The owners are told, too.
CREATE TRIGGER `happenings_domain_expiring` AFTER UPDATE OF `warned_of` ON `domains`
WHEN EXISTS (SELECT value FROM json_each(new.warned_of) WHERE value LIKE 'ends!_in!_%' ESCAPE '!' EXCEPT SELECT value FROM json_each(old.warned_of))
BEGIN
  INSERT INTO `happenings` VALUES (new.account_id, 'domain.expiring', new.id, NULL, new.watched_at_ms);
END;
--> statement-breakpoint
-- The pages of a domain stop with its account, and come back with it. The revision tells the copies which state is newer.
CREATE TRIGGER `domains_stopped` AFTER UPDATE OF `suspended_at_ms`, `deleted_at_ms` ON `accounts`
WHEN (coalesce(new.suspended_at_ms, new.deleted_at_ms) IS NULL) <> (coalesce(old.suspended_at_ms, old.deleted_at_ms) IS NULL)
BEGIN
  UPDATE `domains` SET is_stopped = coalesce(new.suspended_at_ms, new.deleted_at_ms) IS NOT NULL,
    revision = (SELECT max(others.revision) + 1 FROM `domains` AS others WHERE others.host = `domains`.host)
  WHERE account_id = new.id;
END;
