import type { CloudflareApi } from '../cloudflare/api.ts';
import type { Platform } from '../platform.ts';
import type { Installation } from '../settings/folder.ts';

/** What a restore works with. */
export interface Run {
  readonly api: CloudflareApi;
  readonly installation: Installation;
  readonly platform: Platform;
}

/** A restore that was checked, and of which nothing is done yet. */
export interface Restoring {
  /** What it will do to the data, for the person who is asked. */
  readonly consequence: string;
  /** Whether it happens at once or not at all, so that a refusal leaves everything as it was. */
  readonly isAtOnce: boolean;
  act(): Promise<void>;
}
