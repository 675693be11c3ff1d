CREATE INDEX `shares_by_tag` ON `shares` (`tag_id`) WHERE tag_id IS NOT NULL;--> statement-breakpoint
-- The id of a tag that is gone may be given to another one.
CREATE TRIGGER `shares_tag_deleted` AFTER DELETE ON `tags` BEGIN
  DELETE FROM `shares` WHERE tag_id = old.id;
END;
