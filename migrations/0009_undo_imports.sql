ALTER TABLE `imports` ADD `deleted` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `imports` ADD `undoes` text;--> statement-breakpoint
ALTER TABLE `imports` ADD `is_undone` integer DEFAULT false NOT NULL;