ALTER TABLE `tags` ADD `merged_into` integer;--> statement-breakpoint
CREATE INDEX `tags_leaving` ON `tags` (`id`) WHERE merged_into IS NOT NULL OR key IS NULL;--> statement-breakpoint
CREATE INDEX `tags_by_merge` ON `tags` (`merged_into`) WHERE merged_into IS NOT NULL;