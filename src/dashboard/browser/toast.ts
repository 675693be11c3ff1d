/** Long enough to read it twice; longer if it can be undone, because people look at the result first. */
const LASTS_MS = 8_000;
const LASTS_WITH_UNDO_MS = 30_000;

/** Screen readers announce what changes, not what a page is loaded with. */
const ANNOUNCED_AFTER_MS = 200;

/** `<div class="toast">` goes away after a while, but never while somebody points at it, is in it, or looks at another window. */
export function endToast(): void {
  const toast = document.querySelector<HTMLElement>('.toast');
  const said = toast?.querySelector<HTMLElement>('[role="status"]');
  const button = toast?.querySelector<HTMLElement>(':scope > button');
  if (!toast || !said || !button) return;
  setTimeout(() => said.prepend(said.firstChild ?? ''), ANNOUNCED_AFTER_MS);
  button.hidden = false;
  button.addEventListener('click', () => {
    toast.remove();
    document.querySelector('main')?.focus();
  });
  const lasts = toast.querySelector('form') ? LASTS_WITH_UNDO_MS : LASTS_MS;
  let timer: number | undefined;
  const wait = () => {
    clearTimeout(timer);
    if (!document.hidden && !toast.matches(':hover, :focus-within'))
      timer = window.setTimeout(() => toast.remove(), lasts);
  };
  for (const event of ['mouseenter', 'mouseleave', 'focusin']) toast.addEventListener(event, wait);
  // The focus has left only after the event.
  toast.addEventListener('focusout', () => setTimeout(wait));
  document.addEventListener('visibilitychange', wait);
  wait();
}
