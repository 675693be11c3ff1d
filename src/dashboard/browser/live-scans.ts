const EVERY_MS = 5_000;

/** After ten minutes without a new scan, the page asks only once a minute. */
const IDLE_AFTER_MS = 10 * 60_000;
const IDLE_EVERY_MS = 60_000;

const MAX_ERRORS = 3;

/** Updates the figures of `<strong data-number=…>` and of `<div data-live-scans="address">` while the page is visible. */
export function keepScansLive(): void {
  const figures = document.querySelector<HTMLElement>('[data-live-scans]');
  const address = figures?.dataset['liveScans'];
  if (figures && address) watch(figures, address);
}

function watch(figures: HTMLElement, address: string): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let errors = 0;
  let lastNewsAt = Date.now();

  function schedule(): void {
    clearTimeout(timer);
    if (document.hidden || errors >= MAX_ERRORS) return;
    timer = setTimeout(() => void ask(), Date.now() - lastNewsAt < IDLE_AFTER_MS ? EVERY_MS : IDLE_EVERY_MS);
  }

  async function ask(): Promise<void> {
    try {
      const fragment = await readFragment(address);
      renewNumbers(fragment);
      if (renew(figures, fragment)) lastNewsAt = Date.now();
      errors = 0;
    } catch {
      errors++;
    }
    schedule();
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    // Somebody who comes back from the short link wants to see its scan now.
    if (!document.hidden && errors < MAX_ERRORS) void ask();
  });
  schedule();
}

async function readFragment(address: string): Promise<Document> {
  // A redirect means that the person was signed out meanwhile.
  const response = await fetch(address, { redirect: 'error' });
  if (!response.ok) throw new Error(String(response.status));
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Numbers that stand elsewhere on the page: they come before the figures, and nobody sees them there. */
function renewNumbers(fragment: Document): void {
  for (const fresh of fragment.querySelectorAll<HTMLElement>('[data-number]')) {
    const shown = document.querySelector(`[data-number="${fresh.dataset['number']}"]`);
    if (shown && shown.textContent !== fresh.textContent) shown.textContent = fresh.textContent;
  }
  fragment.querySelector('body > [hidden]')?.remove();
}

/**
 * Replaces the parts that differ, and says whether any did. `<details>` are outside of the parts, so that they stay open; a part with the
 * focus on one of its links is left until the focus leaves it.
 */
function renew(figures: HTMLElement, fragment: Document): boolean {
  const fresh = findParts(fragment.body);
  const shown = findParts(figures);
  if ([...fresh.keys()].join() !== [...shown.keys()].join()) {
    figures.replaceChildren(...fragment.body.childNodes);
    return true;
  }
  let isNews = false;
  for (const [name, part] of fresh) {
    const old = shown.get(name);
    if (!old || old.innerHTML === part.innerHTML || old.contains(document.activeElement)) continue;
    old.replaceChildren(...part.childNodes);
    isNews = true;
  }
  return isNews;
}

function findParts(root: HTMLElement): Map<string, HTMLElement> {
  const parts = root.querySelectorAll<HTMLElement>('[data-part]');
  return new Map([...parts].map((part) => [part.dataset['part'] ?? '', part]));
}
