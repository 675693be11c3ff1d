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
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `people_by_account` ON `people` (`account_id`,`created_at_ms`);--> statement-breakpoint
CREATE UNIQUE INDEX `people_by_proved_email` ON `people` (`email`) WHERE email_proved_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `people_by_email` ON `people` (`email`) WHERE email IS NOT NULL;--> statement-breakpoint
CREATE INDEX `people_by_claim` ON `people` (`account_id`) WHERE email_proved_at_ms IS NULL AND email IS NOT NULL;--> statement-breakpoint
CREATE TABLE `qr_code_edits` (
	`id` integer PRIMARY KEY NOT NULL,
	`code_id` text NOT NULL,
	`edited_at_ms` integer NOT NULL,
	`editor_id` text NOT NULL,
	`from_target` text NOT NULL,
	`to_target` text NOT NULL,
	`from_title` text,
	`to_title` text,
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `qr_code_edits_by_code` ON `qr_code_edits` (`code_id`);--> statement-breakpoint
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
CREATE INDEX `sessions_by_age` ON `sessions` (`seen_at_ms`);--> statement-breakpoint
CREATE TABLE `sign_in_links` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`sent_to_hash` text,
	`expires_at_ms` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `sign_in_links_by_person` ON `sign_in_links` (`person_id`);--> statement-breakpoint
CREATE INDEX `sign_in_links_by_address` ON `sign_in_links` (`sent_to_hash`) WHERE sent_to_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sign_in_links_by_age` ON `sign_in_links` (`expires_at_ms`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `last_used_day` text;