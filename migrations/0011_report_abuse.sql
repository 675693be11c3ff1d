CREATE TABLE `abuse_reports` (
	`id` integer PRIMARY KEY NOT NULL,
	`code_id` text NOT NULL,
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
CREATE INDEX `abuse_reports_by_age` ON `abuse_reports` (`reported_at_ms`);--> statement-breakpoint
CREATE INDEX `abuse_reports_to_mail` ON `abuse_reports` (`reported_at_ms`) WHERE mailed_at_ms IS NULL AND closed_at_ms IS NULL;