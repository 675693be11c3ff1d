import { raw } from 'hono/html';
import { ICON_SHAPES } from './icon-shapes.ts';

export type IconName = keyof typeof ICON_SHAPES;

/** A picture beside words with the same meaning, hidden from screen readers. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {raw(ICON_SHAPES[name])}
    </svg>
  );
}
