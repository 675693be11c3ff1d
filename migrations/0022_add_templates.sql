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
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `templates_by_account` ON `templates` (`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `templates_default` ON `templates` (`account_id`) WHERE is_default = 1;