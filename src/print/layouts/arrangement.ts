import type { Box } from '#core/drawing.ts';
import type { Block, Words } from './set-words.ts';

/** What a layout has to place. */
export interface Content {
  /** Modules that the printed picture is wide and high, with its frame but without empty paper around it. */
  readonly picture: { readonly width: number; readonly height: number };
  /** Modules of empty paper that must be around it. */
  readonly quiet: number;
  readonly hasLogo: boolean;
  readonly headline: Words | null;
  readonly text: Words | null;
}

/** A block of words in its place. */
interface PlacedBlock extends Block {
  readonly top: number;
  /** The left end of each line, or the middle. */
  readonly x: number;
  readonly isCentred: boolean;
}

/** Where everything is, in millimetres from the upper left corner of the trim. */
export interface Arrangement {
  readonly moduleMm: number;
  /** The printed picture without empty paper around it. */
  readonly picture: Box;
  /** A square. */
  readonly logo: Box | null;
  readonly blocks: readonly PlacedBlock[];
}

/** The picture in millimetres, and the blocks in the sizes that are tried. */
export interface Trial {
  readonly moduleMm: number;
  readonly picture: { readonly width: number; readonly height: number };
  /** The least distance from the picture to words and to the edge. */
  readonly clear: number;
  readonly quietMm: number;
  readonly hasLogo: boolean;
  readonly setHeadline: (width: number) => Block | null;
  readonly setText: (width: number) => Block | null;
}

/** Which words a layout is asked for. */
export type Asked = Pick<Content, 'headline' | 'text'>;
