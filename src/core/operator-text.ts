/** Texts of the service that only its operator can write. Each is a page of the dashboard's host, and can be replaced. */
export const OPERATOR_TEXTS = ['privacy', 'terms'] as const;
export type OperatorTextName = (typeof OPERATOR_TEXTS)[number];

/** In characters: more than any such text needs. */
export const LONGEST_OPERATOR_TEXT = 100_000;

export interface TextBlock {
  readonly kind: 'heading' | 'paragraph';
  readonly text: string;
}

/** The blocks of a plain text, separated by empty lines. A line that begins with `#` is a heading. */
export function readTextBlocks(text: string): TextBlock[] {
  return text
    .replace('\uFEFF', '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/^#.*$/gm, (line) => `\n\n# ${line.replace(/^#+[ \t]*/, '')}\n\n`)
    .split(/\n(?:[ \t]*\n)+/)
    .map((block) => block.trim())
    .filter((block) => block !== '' && block !== '#')
    .map((block) =>
      block.startsWith('# ') ? { kind: 'heading', text: block.slice(2) } : { kind: 'paragraph', text: block },
    );
}
