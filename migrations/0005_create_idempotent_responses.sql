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
-- A retry may come after the deploy: it must find the response that the previous version stored, also one stored while the deploy runs.
INSERT INTO `idempotent_responses` SELECT account_id, key, request_hash, body, created_at_ms FROM `idempotent_answers`;--> statement-breakpoint
CREATE TRIGGER `idempotent_answers_copy` AFTER INSERT ON `idempotent_answers` BEGIN
  INSERT INTO `idempotent_responses` (account_id, key, request_hash, body, created_at_ms)
  VALUES (new.account_id, new.key, new.request_hash, new.body, new.created_at_ms);
END;
