CREATE TABLE `deliveries` (
	`webhook_id` text NOT NULL,
	`event_id` text NOT NULL,
	`account_id` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at_ms` integer NOT NULL,
	`attempted_at_ms` integer,
	`status` integer,
	`duration_ms` integer,
	`response` text,
	PRIMARY KEY(`webhook_id`, `event_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `deliveries_by_event` ON `deliveries` (`event_id`);--> statement-breakpoint
CREATE INDEX `deliveries_by_account` ON `deliveries` (`account_id`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`due_at_ms`) WHERE state = 'pending';--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`type` text NOT NULL,
	`subject_id` text NOT NULL,
	`facts` text,
	`happened_at_ms` integer NOT NULL,
	`body` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `events_by_account` ON `events` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `events_by_age` ON `events` (`happened_at_ms`);--> statement-breakpoint
CREATE UNIQUE INDEX `events_found_once` ON `events` (`account_id`,`type`,`subject_id`,`happened_at_ms`) WHERE type IN ('qr.started', 'qr.ended', 'scans.recorded');--> statement-breakpoint
CREATE INDEX `events_to_hand_over` ON `events` (`account_id`,`id`) WHERE body IS NULL;--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`format` text NOT NULL,
	`description` text,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_until_ms` integer,
	`is_paused` integer DEFAULT false NOT NULL,
	`disabled_for` text,
	`disabled_at_ms` integer,
	`failing_since_ms` integer,
	`quiet_until_ms` integer,
	`created_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhooks_by_account` ON `webhooks` (`account_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `api_requests` (
	`id` integer PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`requested_at_ms` integer NOT NULL,
	`key_id` text NOT NULL,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`status` integer NOT NULL,
	`error_code` text,
	`duration_ms` integer NOT NULL,
	`request_id` text NOT NULL,
	`fields` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `api_requests_by_account` ON `api_requests` (`account_id`,`requested_at_ms`);--> statement-breakpoint
CREATE INDEX `api_requests_by_age` ON `api_requests` (`requested_at_ms`);
--> statement-breakpoint
CREATE TABLE `hour_counts` (
	`id` integer PRIMARY KEY NOT NULL,
	`hour_ms` integer NOT NULL,
	`after` text NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `account_usage` ADD `events` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- What happened, before anybody knows whether a webhook asks for it.
CREATE VIEW `happenings` AS SELECT account_id, type, subject_id, facts, happened_at_ms FROM `events` WHERE false;
--> statement-breakpoint
-- An event exists if a webhook of the account asks for its type, in the transaction of its change. Its id sorts by time.
CREATE TRIGGER `happenings_noted` INSTEAD OF INSERT ON `happenings` WHEN EXISTS (
  SELECT 1 FROM `webhooks` CROSS JOIN json_each(webhooks.events) WHERE webhooks.account_id = new.account_id AND json_each.value = new.type)
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
