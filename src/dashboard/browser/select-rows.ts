/** The boxes of the list: how many are ticked, and one that ticks the whole page. */
export function enhanceSelection(): void {
  const form = document.querySelector<HTMLFormElement>('form.selection');
  const head = document.querySelector<HTMLInputElement>('[data-select-page]');
  const said = form?.querySelector('[data-selected]');
  if (!form || !head || !said) return;
  const everywhere = form.querySelector<HTMLInputElement>('[name="all"]');
  const boxes = [...document.querySelectorAll<HTMLInputElement>(`tbody input[form="${form.id}"]`)];
  const show = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    head.checked = ticked === boxes.length;
    head.indeterminate = ticked > 0 && !head.checked;
    said.textContent = everywhere?.checked ? 'All that match' : `${ticked} selected`;
  };
  head.closest('label')?.removeAttribute('hidden');
  head.addEventListener('change', () => {
    for (const box of boxes) box.checked = head.checked;
    show();
  });
  for (const box of [...boxes, everywhere]) box?.addEventListener('change', show);
  // After “back”, the browser has ticked them again.
  window.addEventListener('pageshow', show);
}

/** `<form data-go-on="60">` is the next part of a change that takes several requests. It is sent after this many seconds. */
export function goOn(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-go-on]');
  if (form) setTimeout(() => form.requestSubmit(), Number(form.dataset['goOn']) * 1000);
}
