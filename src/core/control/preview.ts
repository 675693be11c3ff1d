import type { ImageId } from '../logos/image-id.ts';

/** What chats and social networks show of a short link, instead of what they find at its target; null for a text that is not set. */
export interface Preview {
  readonly title: string | null;
  readonly description: string | null;
  /** An image of the account, which is public as long as a preview shows it. Younger than stored previews. */
  readonly image?: ImageId;
  /** Of the image, a square, in pixels. Younger than stored images. */
  readonly imageSide?: number;
}
