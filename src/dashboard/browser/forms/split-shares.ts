/**
 * The shares of `<form data-split>` always add up to 100: the one that changes takes from the others what it gets. Two of them have a slider
 * too. Without this script they are numbers, which the server adds up.
 */
const WHOLE = 100;

export function enhanceSplits(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-split]')) enhance(form);
}

function enhance(form: HTMLFormElement): void {
  const shares = [...form.querySelectorAll<HTMLInputElement>('[data-share]')];
  const slider = form.querySelector<HTMLInputElement>('[data-share-slider]');
  if (!slider) return;
  const listUsed = () => shares.filter(({ value }) => value !== '');
  const show = () => {
    drawBar(form, shares);
    const used = listUsed();
    slider.hidden = used.length !== 2;
    slider.value = used[0]?.value ?? '';
  };
  slider.addEventListener('input', () => {
    const [first] = listUsed();
    if (!first) return;
    setShare(first, Number(slider.value));
    balance(listUsed(), first);
    show();
  });
  form.addEventListener('change', ({ target }) => {
    const changed = shares.find((share) => share === target);
    if (!changed) return;
    balance(listUsed(), changed);
    show();
  });
  show();
  // After “back”, the browser has filled in what was typed.
  window.addEventListener('pageshow', show);
}

/** Gives the others what `changed` leaves, in the proportion that they had. */
function balance(used: readonly HTMLInputElement[], changed: HTMLInputElement): void {
  const others = used.filter((share) => share !== changed);
  if (others.length === 0) return;
  const own = Math.round(Math.min(WHOLE, Math.max(0, Number(changed.value) || 0)));
  if (changed.value !== '') setShare(changed, own);
  let rest = WHOLE - own;
  let sum = others.reduce((total, { value }) => total + Number(value), 0);
  others.forEach((other, i) => {
    const before = Number(other.value);
    const part = sum > 0 ? before / sum : 1 / (others.length - i);
    const share = Math.round(rest * part);
    setShare(other, share);
    rest -= share;
    sum -= before;
  });
}

/** As if it was typed: an error that it had is gone, and leaving the page loses something. */
function setShare(share: HTMLInputElement, value: number): void {
  if (share.value === String(value)) return;
  share.value = String(value);
  share.dispatchEvent(new Event('input', { bubbles: true }));
}

function drawBar(form: HTMLFormElement, shares: readonly HTMLInputElement[]): void {
  let start = 0;
  form.querySelectorAll('.share-bar rect').forEach((rect, i) => {
    const width = Number(shares[i]?.value ?? 0);
    rect.setAttribute('x', String(start));
    rect.setAttribute('width', String(width));
    start += width;
  });
}
