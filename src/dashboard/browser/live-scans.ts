const EVERY_MS = 5_000;

/** Whoever sees no scan for so long is no longer waiting for one: from then on the page asks once a minute. */
const WAITED_MS = 10 * 60_000;
const SELDOM_MS = 60_000;

const ERRORS_ENDURED = 3;

/** Renews the figures of `<div data-live-scans="address">` while somebody sees the page. */
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
    if (document.hidden || errors >= ERRORS_ENDURED) return;
    timer = setTimeout(() => void ask(), Date.now() - lastNewsAt < WAITED_MS ? EVERY_MS : SELDOM_MS);
  }

  async function ask(): Promise<void> {
    try {
      if (renew(figures, await readFragment(address))) lastNewsAt = Date.now();
      errors = 0;
    } catch {
      errors++;
    }
    schedule();
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    // Whoever comes back from the short link wants to see its scan now.
    if (!document.hidden && errors < ERRORS_ENDURED) void ask();
  });
  schedule();
}

async function readFragment(address: string): Promise<Document> {
  // Signed out meanwhile, the answer leads to another page.
  const response = await fetch(address, { redirect: 'error' });
  if (!response.ok) throw new Error(String(response.status));
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/**
 * Takes over the parts that differ, and says whether any did. Nothing that has the focus or stands open is touched: links and `<details>`
 * are outside of the parts.
 */
function renew(figures: HTMLElement, fragment: Document): boolean {
  const fresh = partsOf(fragment.body);
  const shown = partsOf(figures);
  if ([...fresh.keys()].join() !== [...shown.keys()].join()) {
    figures.replaceChildren(...fragment.body.childNodes);
    return true;
  }
  let isNews = false;
  for (const [name, part] of fresh) {
    const old = shown.get(name);
    if (!old || old.innerHTML === part.innerHTML) continue;
    old.replaceChildren(...part.childNodes);
    isNews = true;
  }
  return isNews;
}

function partsOf(root: HTMLElement): Map<string, HTMLElement> {
  const parts = root.querySelectorAll<HTMLElement>('[data-part]');
  return new Map([...parts].map((part) => [part.dataset['part'] ?? '', part]));
}
