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
