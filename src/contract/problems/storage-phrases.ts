import { say } from '#languages/say.ts';

/** Why this installation takes no files. Whatever needs a bucket says the same. */
export function sayNoBucket(): string {
  return say(
    'To upload a file, this service needs R2, the storage of Cloudflare for files, which its operator has not set up.',
  );
}
