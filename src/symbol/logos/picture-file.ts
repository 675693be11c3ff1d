/** A picture as its file describes it, before any pixel is decoded. */
export interface PictureFile {
  readonly type: 'png' | 'jpeg';
  /** In pixels, as stored in the file. */
  readonly width: number;
  readonly height: number;
  /** Orientation, 1 to 8 as in EXIF; 1 is upright. */
  readonly orientation: number;
  /** The same picture without anything else: no metadata, profiles, thumbnails or data after its end. */
  readonly bytes: Uint8Array;
}

/** Why a file cannot be a logo. */
export interface PictureProblem {
  readonly code: 'not_an_image' | 'too_large' | 'animated' | 'unsupported' | 'damaged' | 'empty';
  readonly message: string;
}
