DROP INDEX `qr_codes_with_control`;--> statement-breakpoint
CREATE INDEX `qr_codes_by_standing` ON `qr_codes` (`account_id`, (CASE
  WHEN disabled_for IS NOT NULL THEN 'disabled'
  WHEN control ->> '$.isPaused' THEN 'paused'
  WHEN control ->> '$.startsAtMs' IS NULL AND control ->> '$.endsAtMs' IS NULL AND control ->> '$.maxScans' IS NULL THEN 'active'
  ELSE 'varying' END)) WHERE deleted_at_ms IS NULL AND (control IS NOT NULL OR disabled_for IS NOT NULL);
