CREATE TABLE `identities` (
	`person_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	PRIMARY KEY(`person_id`, `issuer`),
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `identities_by_subject` ON `identities` (`issuer`,`subject`);