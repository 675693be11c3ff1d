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