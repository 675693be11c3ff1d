/** Grey lines where something is about to appear. They are seen only after a moment, so that what comes at once replaces nothing. */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div class="skeleton stack" aria-hidden="true">
      {Array.from({ length: lines }, () => (
        <span />
      ))}
    </div>
  );
}
