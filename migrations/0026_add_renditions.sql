CREATE TABLE `renditions` (
	`code_id` text NOT NULL,
	`hash` text NOT NULL,
	`style` text,
	`color_dark` text NOT NULL,
	`color_light` text NOT NULL,
	`size` integer NOT NULL,
	`margin` integer NOT NULL,
	`symbol_version` integer NOT NULL,
	`error_correction` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`deleted_at_ms` integer,
	PRIMARY KEY(`code_id`, `hash`),
	FOREIGN KEY (`code_id`) REFERENCES `qr_codes`(`code_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `renditions_to_delete` ON `renditions` (`deleted_at_ms`) WHERE deleted_at_ms IS NOT NULL;--> statement-breakpoint
-- Which renditions are drawn with an image: only those that have a logo stand in it.
CREATE INDEX `renditions_by_logo` ON `renditions` ((style ->> '$.logo.image')) WHERE deleted_at_ms IS NULL AND style ->> '$.logo.image' IS NOT NULL;
