CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`plan` text NOT NULL,
	`created_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
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
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_secret_hash_unique` ON `api_keys` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_by_account` ON `api_keys` (`account_id`,`created_at_ms`);--> statement-breakpoint
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
CREATE TABLE `idempotent_answers` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`body` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`account_id`, `key`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `idempotent_answers_by_age` ON `idempotent_answers` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `qr_codes` (
	`position` integer PRIMARY KEY NOT NULL,
	`code_id` text NOT NULL,
	`account_id` text NOT NULL,
	`type` text NOT NULL,
	`target` text NOT NULL,
	`redirect_to` text,
	`is_dynamic` integer NOT NULL,
	`title` text,
	`color_dark` text NOT NULL,
	`color_light` text NOT NULL,
	`format` text NOT NULL,
	`size` integer NOT NULL,
	`margin` integer NOT NULL,
	`error_correction` text NOT NULL,
	`revision` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`deleted_at_ms` integer,
	`images_deleted_at_ms` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `qr_codes_code_id_unique` ON `qr_codes` (`code_id`);--> statement-breakpoint
CREATE INDEX `qr_codes_by_account` ON `qr_codes` (`account_id`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_by_type` ON `qr_codes` (`account_id`,`type`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_by_dynamic` ON `qr_codes` (`account_id`,`is_dynamic`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_by_edit` ON `qr_codes` (`updated_at_ms`) WHERE revision > 1;--> statement-breakpoint
CREATE INDEX `qr_codes_by_type_and_dynamic` ON `qr_codes` (`account_id`,`type`,`is_dynamic`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `qr_codes_with_images_to_delete` ON `qr_codes` (`deleted_at_ms`) WHERE deleted_at_ms IS NOT NULL AND images_deleted_at_ms IS NULL;--> statement-breakpoint
CREATE TABLE `scan_days` (
	`code_id` text NOT NULL,
	`day` text NOT NULL,
	`device` text NOT NULL,
	`scans` integer NOT NULL,
	PRIMARY KEY(`code_id`, `day`, `device`),
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
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
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `scans_by_code` ON `scans` (`code_id`,`scanned_at_ms`,`device`);--> statement-breakpoint
CREATE INDEX `scans_by_visitor` ON `scans` (`code_id`,`visitor_key`,`scanned_at_ms`);