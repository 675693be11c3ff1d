/** `<details class="menu">` opens and closes by itself. With this script, it also closes as menus do, and the arrow keys walk through it. */
export function enhanceMenus(): void {
  document.addEventListener('keydown', (event) => {
    const menu = findMenu(event.target) ?? document.querySelector<HTMLDetailsElement>('details.menu[open]');
    if (!menu?.open) return;
    if (event.key === 'Escape') {
      menu.open = false;
      menu.querySelector('summary')?.focus();
      return;
    }
    // There, the arrows choose.
    if (event.target instanceof HTMLSelectElement) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !menu.contains(document.activeElement)) return;
    event.preventDefault();
    const stops = [
      ...menu.querySelectorAll<HTMLElement>('summary, .panel :is(a, button, input:not([type="hidden"]))'),
    ];
    stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  });
  document.addEventListener('pointerdown', ({ target }) => closeOthers(target));
  document.addEventListener('focusin', ({ target }) => closeOthers(target));
}

function findMenu(target: EventTarget | null): HTMLDetailsElement | null {
  return target instanceof Element ? target.closest<HTMLDetailsElement>('details.menu') : null;
}

function closeOthers(target: EventTarget | null): void {
  const own = findMenu(target);
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]'))
    if (menu !== own) menu.open = false;
}
