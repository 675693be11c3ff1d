import { toTagKey } from '#core/codes/tags.ts';

/** The number of classes in tags.css. */
export const TAG_HUES = 8;

/** A tag as a chip, in the same colour everywhere. */
export function TagChip({ tag }: { readonly tag: string }) {
  return (
    <span class={`tag hue-${hueOf(tag)}`}>
      <bdi>{tag}</bdi>
    </span>
  );
}

/** A hash of the tag (FNV-1a), so that tags that differ in one letter look different. */
function hueOf(tag: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(toTagKey(tag))) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % TAG_HUES;
}
