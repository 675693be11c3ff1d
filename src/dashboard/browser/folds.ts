/**
 * `<details data-fold>` is closed on a phone. On a wide screen the stylesheet shows its content in any case, and this makes it open in truth,
 * so that its button closes it.
 */
export function openFolds(): void {
  if (!matchMedia('(min-width: 48rem)').matches) return;
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('details[data-fold]')) {
    fold.open = true;
    fold.removeAttribute('data-fold');
  }
}

/**
 * What somebody opens comes into sight, above the bar at the bottom of a phone, and the first field of a form in its place gets the focus. A
 * link to a fold opens it, and so does the answer to a form in it.
 */
export function revealOpened(): void {
  openLinked(location.hash);
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const summary = target.closest('main summary');
    const fold = summary?.parentElement;
    if (fold instanceof HTMLDetailsElement && !fold.open && !fold.matches('.menu'))
      fold.addEventListener('toggle', () => reveal(fold), { once: true });
    const linked = target.closest<HTMLAnchorElement>('main a[href^="#"]:not([href="#"])');
    if (linked) openLinked(linked.hash);
  });
}

function openLinked(hash: string): void {
  const fold = document.getElementById(hash.slice(1));
  if (fold instanceof HTMLDetailsElement) fold.open = true;
}

function reveal(fold: HTMLDetailsElement): void {
  const field = fold.querySelector<HTMLElement>('form :is(input:not([type="hidden"]), select, textarea)');
  if (fold.matches('.edit-in-place')) field?.focus({ preventScroll: true });
  fold.scrollIntoView({ block: 'nearest' });
}
