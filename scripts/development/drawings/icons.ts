import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export const ICONS_FILE = 'src/dashboard/kit/icons/icon-shapes.ts';

/** The icons that pages show, by their names at https://lucide.dev. */
const ICON_NAMES = [
  'banknote',
  'barcode',
  'book-open',
  'bookmark',
  'calendar',
  'chart-column',
  'chart-line',
  'check',
  'contact',
  'copy',
  'ellipsis',
  'file-text',
  'layout-template',
  'link',
  'list-filter',
  'log-out',
  'mail',
  'map-pin',
  'message-square',
  'pause',
  'pencil',
  'phone',
  'play',
  'plus',
  'qr-code',
  'receipt',
  'search',
  'settings',
  'sliders-horizontal',
  'text',
  'wifi',
];

/** The shapes of each icon: the content of its file's `<svg>`, in a 24 by 24 view box. */
export function collectIcons(): Record<string, string> {
  const { resolve } = createRequire(import.meta.url);
  return Object.fromEntries(
    ICON_NAMES.map((name) => {
      const file = readFileSync(resolve(`lucide-static/icons/${name}.svg`), 'utf8');
      const [, shapes] = /<svg[^>]*>(.*)<\/svg>/s.exec(file) ?? [];
      if (shapes === undefined) throw new Error(`${name} of lucide-static is no picture.`);
      const lines = shapes.split('\n').map((line) => line.trim());
      const packed = lines.join('').replaceAll(' />', '/>');
      return [name, packed];
    }),
  );
}

/** The module with these shapes, before formatting. */
export function writeModule(icons: Readonly<Record<string, string>>): string {
  const lines = Object.entries(icons).map(([name, shapes]) => `  '${name}': '${shapes}',`);
  return `/**
 * The shapes of Lucide's icons (https://lucide.dev, ISC licence, parts MIT from Feather), written by \`npm run icons\`.
 * In a 24 by 24 view box, with lines 2 wide.
 */
export const ICON_SHAPES = {
${lines.join('\n')}
} as const;
`;
}
