CREATE TABLE `account_usage` (
	`account_id` text PRIMARY KEY NOT NULL,
	`codes` integer NOT NULL,
	`stored_bytes` integer NOT NULL,
	`month` text NOT NULL,
	`codes_that_month` integer NOT NULL,
	`events` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`plan` text NOT NULL,
	`default_host` text,
	`brand` text,
	`created_at_ms` integer NOT NULL,
	`suspended_at_ms` integer,
	`suspended_reason` text,
	`deleted_at_ms` integer,
	`restorable_until_ms` integer,
	`owners_told_at_ms` integer,
	`removed_at_ms` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `accounts_deleted` ON `accounts` (`removed_at_ms`) WHERE deleted_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `activities` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`happened_at_ms` integer NOT NULL,
	`action` text NOT NULL,
	`actor_id` text,
	`subject_id` text,
	`note` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `activities_by_account` ON `activities` (`account_id`,`happened_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `activities_by_age` ON `activities` (`happened_at_ms`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`secret_hash` text NOT NULL,
	`first_characters` text NOT NULL,
	`last_characters` text NOT NULL,
	`scope` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer,
	`revoked_at_ms` integer,
	`last_used_day` text,
	`created_by` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_secret_hash_unique` ON `api_keys` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_by_account` ON `api_keys` (`account_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`challenge` text PRIMARY KEY NOT NULL,
	`person_id` text,
	`expires_at_ms` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `passkey_challenges_by_person` ON `passkey_challenges` (`person_id`);--> statement-breakpoint
CREATE INDEX `passkey_challenges_by_age` ON `passkey_challenges` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_used_day` text,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `passkeys_by_person` ON `passkeys` (`person_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `people` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`email_proved_at_ms` integer,
	`role` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`removed_at_ms` integer,
	`invited_by` text,
	`language` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `people_by_account` ON `people` (`account_id`,`created_at_ms`);--> statement-breakpoint
CREATE UNIQUE INDEX `people_by_email_of_account` ON `people` (`account_id`,`email`) WHERE email IS NOT NULL;--> statement-breakpoint
CREATE INDEX `people_by_email` ON `people` (`email`) WHERE email IS NOT NULL;--> statement-breakpoint
CREATE INDEX `people_by_claim` ON `people` (`account_id`) WHERE email_proved_at_ms IS NULL AND email IS NOT NULL;--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`browser` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`seen_at_ms` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_by_person` ON `sessions` (`person_id`,`seen_at_ms`);--> statement-breakpoint
CREATE INDEX `sessions_by_sign_in` ON `sessions` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `sign_in_links` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`sent_to_hash` text,
	`expires_at_ms` integer NOT NULL,
	`is_invitation` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `sign_in_links_by_person` ON `sign_in_links` (`person_id`);--> statement-breakpoint
CREATE INDEX `sign_in_links_by_address` ON `sign_in_links` (`sent_to_hash`) WHERE sent_to_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sign_in_links_by_age` ON `sign_in_links` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `abuse_reports` (
	`id` integer PRIMARY KEY NOT NULL,
	`code_id` text,
	`host` text,
	`reported_at_ms` integer NOT NULL,
	`reason` text NOT NULL,
	`note` text,
	`email` text,
	`mailed_at_ms` integer,
	`closed_at_ms` integer,
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `abuse_reports_by_code` ON `abuse_reports` (`code_id`,`reported_at_ms`);--> statement-breakpoint
CREATE INDEX `abuse_reports_by_host` ON `abuse_reports` (`host`,`reported_at_ms`) WHERE host IS NOT NULL;--> statement-breakpoint
CREATE INDEX `abuse_reports_by_age` ON `abuse_reports` (`reported_at_ms`);--> statement-breakpoint
CREATE INDEX `abuse_reports_to_mail` ON `abuse_reports` (`reported_at_ms`) WHERE mailed_at_ms IS NULL AND closed_at_ms IS NULL;--> statement-breakpoint
CREATE TABLE `blocked_hosts` (
	`host` text PRIMARY KEY NOT NULL,
	`added_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `code_metadata` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`account_id`, `key`, `value`, `position`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `code_tags` (
	`tag_id` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`tag_id`, `position`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `idempotency_locks` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`locked_at_ms` integer NOT NULL,
	PRIMARY KEY(`account_id`, `key`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `idempotency_locks_by_age` ON `idempotency_locks` (`locked_at_ms`);--> statement-breakpoint
CREATE TABLE `idempotent_responses` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`body` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`account_id`, `key`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `idempotent_responses_by_age` ON `idempotent_responses` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `link_names` (
	`path` text NOT NULL,
	`host` text NOT NULL,
	`code_id` text NOT NULL,
	`created_at_ms` integer,
	`removed_at_ms` integer,
	PRIMARY KEY(`path`, `host`),
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `link_names_by_code` ON `link_names` (`code_id`,`created_at_ms`,`path`) WHERE created_at_ms IS NOT NULL AND removed_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `link_names_by_host` ON `link_names` (`host`) WHERE host <> '' AND created_at_ms IS NOT NULL AND removed_at_ms IS NULL;--> statement-breakpoint
CREATE TABLE `qr_code_edits` (
	`id` integer PRIMARY KEY NOT NULL,
	`code_id` text NOT NULL,
	`edited_at_ms` integer NOT NULL,
	`editor_id` text NOT NULL,
	`changes` text NOT NULL,
	`edits` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `qr_code_edits_by_code` ON `qr_code_edits` (`code_id`);--> statement-breakpoint
CREATE TABLE `qr_codes` (
	`position` integer PRIMARY KEY NOT NULL,
	`code_id` text NOT NULL,
	`account_id` text NOT NULL,
	`type` text NOT NULL,
	`target` text NOT NULL,
	`redirect_to` text,
	`is_dynamic` integer NOT NULL,
	`title` text,
	`color_dark` text,
	`color_light` text,
	`format` text NOT NULL,
	`size` integer NOT NULL,
	`margin` integer NOT NULL,
	`error_correction` text NOT NULL,
	`control` text,
	`scans_taken` integer DEFAULT 0 NOT NULL,
	`revision` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`created_by` text,
	`updated_at_ms` integer NOT NULL,
	`deleted_at_ms` integer,
	`images_deleted_at_ms` integer,
	`disabled_for` text,
	`disabled_reason` text,
	`external_id` text,
	`tags` text,
	`metadata` text,
	`is_archived` integer DEFAULT false NOT NULL,
	`origin` text,
	`host` text,
	`short_code` text,
	`symbol_version` integer NOT NULL,
	`scans_rolled_up` integer DEFAULT 0 NOT NULL,
	`last_scan_at_ms` integer,
	`style` text,
	`content` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `qr_codes_code_id_unique` ON `qr_codes` (`code_id`);--> statement-breakpoint
CREATE INDEX `qr_codes_filed` ON `qr_codes` (`account_id`,`is_archived`,`is_dynamic`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `qr_codes_by_external_id` ON `qr_codes` (`account_id`,`external_id`) WHERE deleted_at_ms IS NULL AND external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_by_standing` ON `qr_codes` (`account_id`,CASE
  WHEN disabled_for IS NOT NULL THEN 'disabled'
  WHEN control ->> '$.isPaused' THEN 'paused'
  WHEN control ->> '$.startsAtMs' IS NULL AND control ->> '$.endsAtMs' IS NULL AND control ->> '$.maxScans' IS NULL THEN 'active'
  ELSE 'varying' END) WHERE deleted_at_ms IS NULL AND (control IS NOT NULL OR disabled_for IS NOT NULL);--> statement-breakpoint
CREATE INDEX `qr_codes_by_update` ON `qr_codes` (`account_id`,`updated_at_ms`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_by_scans` ON `qr_codes` (`account_id`,`scans_rolled_up`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_by_last_scan` ON `qr_codes` (`account_id`,`last_scan_at_ms`) WHERE deleted_at_ms IS NULL AND last_scan_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_by_title` ON `qr_codes` (`account_id`,title COLLATE NOCASE) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_by_edit` ON `qr_codes` (`updated_at_ms`) WHERE revision > 1;--> statement-breakpoint
CREATE INDEX `qr_codes_by_type_and_dynamic` ON `qr_codes` (`account_id`,`type`,`is_dynamic`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_by_logo` ON `qr_codes` (`account_id`,style ->> '$.logo.image') WHERE deleted_at_ms IS NULL AND style ->> '$.logo.image' IS NOT NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_by_preview` ON `qr_codes` (`account_id`,control ->> '$.preview.image') WHERE deleted_at_ms IS NULL AND control ->> '$.preview.image' IS NOT NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_by_file` ON `qr_codes` (`account_id`,`target`) WHERE deleted_at_ms IS NULL AND type = 'file';--> statement-breakpoint
CREATE INDEX `qr_codes_by_host` ON `qr_codes` (`account_id`,`host`) WHERE deleted_at_ms IS NULL AND host IS NOT NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_deleted_by_host` ON `qr_codes` (`account_id`,`host`) WHERE deleted_at_ms IS NOT NULL AND host IS NOT NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_with_images_to_delete` ON `qr_codes` (`deleted_at_ms`) WHERE deleted_at_ms IS NOT NULL AND images_deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_with_scans_to_forget` ON `qr_codes` (`account_id`) WHERE deleted_at_ms IS NOT NULL AND last_scan_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`key` text,
	`name` text NOT NULL,
	`codes` integer NOT NULL,
	`merged_into` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_by_key` ON `tags` (`account_id`,`key`);--> statement-breakpoint
CREATE INDEX `tags_leaving` ON `tags` (`id`) WHERE merged_into IS NOT NULL OR key IS NULL;--> statement-breakpoint
CREATE INDEX `tags_by_merge` ON `tags` (`merged_into`) WHERE merged_into IS NOT NULL;--> statement-breakpoint
CREATE TABLE `domains` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`host` text NOT NULL,
	`state` text NOT NULL,
	`root_url` text,
	`not_found_url` text,
	`expired_url` text,
	`app_links` text,
	`proof` text NOT NULL,
	`platform_id` text,
	`records` text NOT NULL,
	`problem` text,
	`created_at_ms` integer NOT NULL,
	`verified_at_ms` integer,
	`checked_at_ms` integer,
	`watched_at_ms` integer,
	`registration` text,
	`is_listed` integer,
	`warned_of` text DEFAULT '[]' NOT NULL,
	`is_stopped` integer DEFAULT false NOT NULL,
	`revision` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `domains_by_account` ON `domains` (`account_id`,`host`);--> statement-breakpoint
CREATE UNIQUE INDEX `domains_owned` ON `domains` (`host`) WHERE verified_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `domains_by_host` ON `domains` (`host`);--> statement-breakpoint
CREATE INDEX `domains_by_watch` ON `domains` (`watched_at_ms`);--> statement-breakpoint
CREATE TABLE `host_owners` (
	`host` text NOT NULL,
	`account_id` text NOT NULL,
	PRIMARY KEY(`host`, `account_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
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
	`failures` text DEFAULT '[]' NOT NULL,
	`replayed_at_ms` integer,
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
CREATE TABLE `hour_position` (
	`id` integer PRIMARY KEY NOT NULL,
	`hour_ms` integer NOT NULL,
	`after` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`format` text NOT NULL,
	`description` text,
	`secret` text NOT NULL,
	`previous_secrets` text DEFAULT '[]' NOT NULL,
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
CREATE TABLE `import_slices` (
	`import_id` text NOT NULL,
	`first_row` integer NOT NULL,
	`results` text NOT NULL,
	PRIMARY KEY(`import_id`, `first_row`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`editor_id` text NOT NULL,
	`status` text NOT NULL,
	`format` text NOT NULL,
	`is_dry_run` integer NOT NULL,
	`on_conflict` text NOT NULL,
	`source` text NOT NULL,
	`ignored_columns` text NOT NULL,
	`parts` text NOT NULL,
	`file_key` text,
	`rows` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`created` integer DEFAULT 0 NOT NULL,
	`updated` integer DEFAULT 0 NOT NULL,
	`unchanged` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`deleted` integer DEFAULT 0 NOT NULL,
	`undoes` text,
	`is_undone` integer DEFAULT false NOT NULL,
	`bytes_taken` integer DEFAULT 0 NOT NULL,
	`report_bytes` integer DEFAULT 0 NOT NULL,
	`absent` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`leased_until_ms` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `imports_by_account` ON `imports` (`account_id`,`created_at_ms`);--> statement-breakpoint
CREATE UNIQUE INDEX `imports_under_way` ON `imports` (`account_id`) WHERE status IN ('reading', 'queued', 'running');--> statement-breakpoint
CREATE INDEX `imports_to_do` ON `imports` (`leased_until_ms`) WHERE status IN ('queued', 'running');--> statement-breakpoint
CREATE INDEX `imports_with_file` ON `imports` (`updated_at_ms`) WHERE file_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `imports_by_age` ON `imports` (`updated_at_ms`);--> statement-breakpoint
CREATE TABLE `logos` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`sha256` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`name` text NOT NULL,
	`picture` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `logos_by_file` ON `logos` (`account_id`,`sha256`);--> statement-breakpoint
CREATE INDEX `logos_by_account` ON `logos` (`account_id`,`created_at_ms`,`id`);--> statement-breakpoint
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
CREATE INDEX `api_requests_by_age` ON `api_requests` (`requested_at_ms`);--> statement-breakpoint
CREATE TABLE `account_days` (
	`account_id` text NOT NULL,
	`day` text NOT NULL,
	`device` text NOT NULL,
	`scans` integer NOT NULL,
	PRIMARY KEY(`account_id`, `day`, `device`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `kept_figures` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`result` text,
	`made_at_ms` integer,
	`progress` text,
	`leased_until_ms` integer NOT NULL,
	PRIMARY KEY(`account_id`, `key`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `kept_figures_by_age` ON `kept_figures` (`leased_until_ms`);--> statement-breakpoint
CREATE TABLE `scan_days` (
	`code_id` text NOT NULL,
	`day` text NOT NULL,
	`device` text NOT NULL,
	`scans` integer NOT NULL,
	`last_scan_at_ms` integer NOT NULL,
	PRIMARY KEY(`code_id`, `day`, `device`),
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `scan_queries` (
	`key` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`queries` integer NOT NULL,
	`sent_at_ms` integer NOT NULL,
	`result` text,
	`read_at_ms` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `scan_query_log` (
	`id` integer PRIMARY KEY NOT NULL,
	`sent_at_ms` integer NOT NULL,
	`account_id` text NOT NULL,
	`queries` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `scan_query_log_by_time` ON `scan_query_log` (`sent_at_ms`,`account_id`,`queries`);--> statement-breakpoint
CREATE TABLE `scan_roll_up` (
	`id` integer PRIMARY KEY NOT NULL,
	`settled_day` text NOT NULL,
	`pass_started_at_ms` integer NOT NULL,
	`next_day` text,
	`next_after` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `scans` (
	`id` integer PRIMARY KEY NOT NULL,
	`code_id` text NOT NULL,
	`scanned_at_ms` integer NOT NULL,
	`device` text NOT NULL,
	`visitor_key` text NOT NULL,
	`country` text,
	`city` text,
	`os` text,
	`browser` text,
	`referrer` text,
	`language` text,
	`rule` text,
	`variant` text,
	`account_id` text,
	`region` text,
	`name` text,
	`source` text DEFAULT 'unknown' NOT NULL,
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `scans_by_code` ON `scans` (`code_id`,`scanned_at_ms`,`device`);--> statement-breakpoint
CREATE INDEX `scans_by_visitor` ON `scans` (`code_id`,`visitor_key`,`scanned_at_ms`);--> statement-breakpoint
CREATE INDEX `scans_by_account` ON `scans` (`account_id`,`scanned_at_ms`) WHERE account_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `tag_days` (
	`tag_id` integer NOT NULL,
	`day` text NOT NULL,
	`device` text NOT NULL,
	`scans` integer NOT NULL,
	PRIMARY KEY(`tag_id`, `day`, `device`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `shares` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`code_id` text,
	`tag_id` integer,
	`password` text,
	`expires_at_ms` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`created_by` text NOT NULL,
	`view` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_secret_hash_unique` ON `shares` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `shares_by_account` ON `shares` (`account_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `shares_by_expiry` ON `shares` (`expires_at_ms`);--> statement-breakpoint
CREATE INDEX `shares_by_code` ON `shares` (`code_id`);--> statement-breakpoint
CREATE INDEX `shares_by_tag` ON `shares` (`tag_id`) WHERE tag_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `templates` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`style` text,
	`color_dark` text NOT NULL,
	`color_light` text NOT NULL,
	`margin` integer NOT NULL,
	`error_correction` text NOT NULL,
	`is_default` integer NOT NULL,
	`revision` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`utm` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `templates_by_account` ON `templates` (`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `templates_default` ON `templates` (`account_id`) WHERE is_default = 1;--> statement-breakpoint
CREATE TABLE `weekly_summaries` (
	`person_id` text PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`language` text NOT NULL,
	`next_at_ms` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `weekly_summaries_due` ON `weekly_summaries` (`next_at_ms`);--> statement-breakpoint
CREATE TABLE `target_failures` (
	`code_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`position` integer NOT NULL,
	`url` text NOT NULL,
	`status` integer,
	`reason` text NOT NULL,
	`since_ms` integer NOT NULL,
	`due_at_ms` integer NOT NULL,
	`is_broken` integer NOT NULL,
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `target_failures_due` ON `target_failures` (`due_at_ms`);--> statement-breakpoint
CREATE INDEX `target_failures_broken` ON `target_failures` (`account_id`,`position`) WHERE is_broken = 1;--> statement-breakpoint
CREATE TABLE `cron_jobs` (
	`job` text PRIMARY KEY NOT NULL,
	`succeeded_at_ms` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`page` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_by_person` ON `saved_views` (`person_id`,`page`,`name`);