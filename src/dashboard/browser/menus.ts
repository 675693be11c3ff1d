/** `<details data-menu>` closes at Escape, and at a click elsewhere. Without a script, its own button closes it. */
export function closeMenus(): void {
  const listOpen = () => document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]');
  document.addEventListener('click', ({ target }) => {
    for (const menu of listOpen()) if (!menu.contains(target as Node)) menu.open = false;
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of listOpen()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
}
