/**
 * What the installation writes into Cloudflare's list of deployments with an upgrade, so that a roll-back from any machine finds which
 * Workers the upgrade changed, and the database as it was before. Cloudflare takes at most 100 characters.
 */
export interface UpgradeNote {
  /** When the upgrade started: the same for both Workers. */
  readonly id: string;
  /** The bookmark of D1 Time Travel before the migrations. */
  readonly bookmark: string;
  /** Whether it changed the schema so that older code cannot live with it. */
  readonly isBreaking: boolean;
}

const NOTE = /^upgrade (\d{8}T\d{6}) (breaking )?D1 ([0-9a-f-]+)$/;

export function formatUpgradeNote({ id, bookmark, isBreaking }: UpgradeNote): string {
  return `upgrade ${id} ${isBreaking ? 'breaking ' : ''}D1 ${bookmark}`;
}

/** Null where the text is no such note. */
export function parseUpgradeNote(text: string): UpgradeNote | null {
  const [, id, breaking, bookmark] = NOTE.exec(text) ?? [];
  if (id === undefined || bookmark === undefined) return null;
  return { id, bookmark, isBreaking: breaking !== undefined };
}

/** @example 20261121T215130 */
export function toUpgradeId(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '');
}
