/** A picture as its file says, before a pixel of it is decoded. */
export interface PictureFile {
  readonly type: 'png' | 'jpeg';
  /** In pixels, as they lie in the file. */
  readonly width: number;
  readonly height: number;
  /** How it is to be turned, 1 to 8 as in EXIF: 1 where it lies upright. */
  readonly orientation: number;
  /** The same picture without anything that is no picture: metadata, profiles, thumbnails, and what stands behind its end. */
  readonly bytes: Uint8Array;
}

/** Why a file is no logo. */
export interface PictureProblem {
  readonly code: 'not_an_image' | 'too_large' | 'animated' | 'unsupported' | 'damaged' | 'empty';
  readonly message: string;
}
