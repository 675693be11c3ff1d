/** The possible texts below a printed code. */
export const CAPTIONS = ['none', 'title', 'short_url', 'external_id'] as const;
export type CaptionField = (typeof CAPTIONS)[number];

/** Smaller letters are illegible in print. */
export const SMALLEST_CAPTION_PT = 4;
