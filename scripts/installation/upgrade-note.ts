/**
 * The note of an upgrade in Cloudflare's list of deployments. With it, a roll-back from any machine finds the Workers that the upgrade
 * changed, and the earlier state of the database. Cloudflare accepts at most 100 characters.
 */
export interface UpgradeNote {
  /** When the upgrade started; the same for both Workers. */
  readonly id: string;
  /** The bookmark of D1 Time Travel before the migrations. */
  readonly bookmark: string;
  /** Whether the new schema breaks older code. */
  readonly isBreaking: boolean;
}

const NOTE = /^upgrade (\d{8}T\d{6}) (breaking )?D1 ([0-9a-f-]+)$/;

export function formatUpgradeNote({ id, bookmark, isBreaking }: UpgradeNote): string {
  return `upgrade ${id} ${isBreaking ? 'breaking ' : ''}D1 ${bookmark}`;
}

/** Null if the text is no such note. */
export function parseUpgradeNote(text: string): UpgradeNote | null {
  const [, id, breaking, bookmark] = NOTE.exec(text) ?? [];
  if (id === undefined || bookmark === undefined) return null;
  return { id, bookmark, isBreaking: breaking !== undefined };
}

/** @example 20261121T215130 */
export function toUpgradeId(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '');
}
