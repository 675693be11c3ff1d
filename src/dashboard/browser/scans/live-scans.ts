const EVERY_MS = 5_000;

/** After ten minutes without a new scan, the page polls only once a minute. */
const IDLE_AFTER_MS = 10 * 60_000;
const IDLE_EVERY_MS = 60_000;

const MAX_ERRORS = 3;

/**
 * While the page is visible, renews the figures in `<div data-live-scans="address">`, and the content of every `data-live` elsewhere on the
 * page.
 */
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
      renewElsewhere(fragment);
      if (renew(figures, fragment)) lastNewsAt = Date.now();
      errors = 0;
    } catch {
      errors++;
    }
    schedule();
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    // A person who returns from the short link expects to see the scan now.
    if (!document.hidden && errors < MAX_ERRORS) void ask();
  });
  schedule();
}

async function readFragment(address: string): Promise<Document> {
  // A redirect means that the person has been signed out.
  const response = await fetch(address, { redirect: 'error' });
  if (!response.ok) throw new Error(String(response.status));
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** What other places of the page show, some of it more than once: the response has it, hidden, before the figures. */
function renewElsewhere(fragment: Document): void {
  const elsewhere = fragment.querySelector('body > [hidden]');
  for (const fresh of elsewhere?.querySelectorAll<HTMLElement>('[data-live]') ?? []) {
    for (const shown of document.querySelectorAll(`[data-live="${fresh.dataset['live']}"]`)) {
      if (shown.innerHTML !== fresh.innerHTML) shown.replaceChildren(...fresh.cloneNode(true).childNodes);
    }
  }
  elsewhere?.remove();
}

/**
 * Replaces the parts that differ, and returns whether any did. `<details>` are outside the parts, so that they stay open. A part with the
 * focus on one of its links waits until it loses the focus.
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
