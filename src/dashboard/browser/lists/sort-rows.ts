/** The distance from the edge of the window at which a dragged row scrolls the page, and the size of each step. */
const EDGE_PX = 60;
const STEP_PX = 12;

/**
 * The rows of `<ol data-sortable>` are moved by their `[data-handle]`: dragged with a mouse or a finger, or with the arrow keys. Each row
 * has a form whose buttons do the same without this script; its field `to` is the place to move to.
 */
export function enhanceSorting(): void {
  for (const list of document.querySelectorAll<HTMLElement>('[data-sortable]')) enhance(list);
}

function enhance(list: HTMLElement): void {
  for (const handle of list.querySelectorAll<HTMLElement>('[data-handle]')) handle.hidden = false;
  list.addEventListener('pointerdown', (event) => {
    const handle = findHandle(event.target);
    if (!handle || event.button !== 0 || list.ariaBusy === 'true') return;
    event.preventDefault();
    drag(list, handle, event);
  });
  list.addEventListener('keydown', (event) => {
    const row = findHandle(event.target)?.closest('li');
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!row || step === 0) return;
    event.preventDefault();
    const from = placeOf(row);
    const to = from + step;
    if (list.ariaBusy === 'true' || to < 0 || to >= list.children.length) return;
    void move(list, from, to);
  });
}

function findHandle(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-handle]') : null;
}

function placeOf(row: Element): number {
  return [...(row.parentElement?.children ?? [])].indexOf(row);
}

/**
 * The row follows the pointer, and its neighbours make room. The neighbours move in the document, because the row itself would lose the
 * pointer.
 */
function drag(list: HTMLElement, handle: HTMLElement, { clientY, pointerId }: PointerEvent): void {
  const row = handle.closest('li');
  if (!row) return;
  const from = placeOf(row);
  const grabbedAt = clientY - row.getBoundingClientRect().top;
  const ending = new AbortController();
  handle.setPointerCapture(pointerId);
  row.classList.add('dragged');

  const follow = (event: PointerEvent) => {
    if (event.clientY < EDGE_PX) window.scrollBy(0, -STEP_PX);
    if (event.clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, STEP_PX);
    const top = event.clientY - grabbedAt;
    makeRoom(row, top);
    row.style.transform = '';
    row.style.transform = `translateY(${top - row.getBoundingClientRect().top}px)`;
  };
  const end = (isDropped: boolean) => {
    ending.abort();
    row.classList.remove('dragged');
    row.style.transform = '';
    const to = placeOf(row);
    putAt(row, from);
    if (isDropped && to !== from) void move(list, from, to);
  };
  const { signal } = ending;
  handle.addEventListener('pointermove', follow, { signal });
  handle.addEventListener('pointerup', () => end(true), { signal });
  handle.addEventListener('lostpointercapture', () => end(false), { signal });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && end(false), { signal });
}

/** Moves the neighbours that the row has half passed to its other side. */
function makeRoom(row: HTMLElement, top: number): void {
  const middleOf = (element: Element) => {
    const box = element.getBoundingClientRect();
    return box.top + box.height / 2;
  };
  const bottom = top + row.offsetHeight;
  while (row.previousElementSibling && top < middleOf(row.previousElementSibling))
    row.after(row.previousElementSibling);
  while (row.nextElementSibling && bottom > middleOf(row.nextElementSibling))
    row.before(row.nextElementSibling);
}

function putAt(row: Element, place: number): void {
  const list = row.parentElement;
  const others = [...(list?.children ?? [])].filter((other) => other !== row);
  list?.insertBefore(row, others[place] ?? null);
}

/** Sends the form of the row, and shows the resulting list. If that fails, the server shows the reason as a page. */
async function move(list: HTMLElement, from: number, to: number): Promise<void> {
  const row = list.children[from];
  const form = row?.querySelector('form');
  if (!row || !form) return;
  list.ariaBusy = 'true';
  putAt(row, to);
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  body.set('to', String(to));
  try {
    const response = await fetch(form.action, { method: 'POST', body });
    if (!response.ok) throw new Error(String(response.status));
    show(list, new DOMParser().parseFromString(await response.text(), 'text/html'), to);
  } catch {
    const place = Object.assign(document.createElement('input'), {
      type: 'hidden',
      name: 'to',
      value: String(to),
    });
    form.append(place);
    form.submit();
  }
}

function show(list: HTMLElement, page: Document, place: number): void {
  const fresh = page.querySelector('[data-sortable]');
  if (!fresh) throw new Error('no list');
  list.replaceChildren(...fresh.children);
  list.ariaBusy = null;
  for (const handle of list.querySelectorAll<HTMLElement>('[data-handle]')) handle.hidden = false;
  list.children[place]?.querySelector<HTMLElement>('[data-handle]')?.focus();
  // Text typed elsewhere on the page stays, and is saved against the new revision.
  const revision = page.querySelector<HTMLInputElement>('[name="revision"]')?.value ?? '';
  for (const field of document.querySelectorAll<HTMLInputElement>('[name="revision"]'))
    field.value = revision;
  const status = document.querySelector('[data-sorted]');
  const said = list.dataset['moved'] ?? '';
  if (status)
    status.textContent = said
      .replace('{place}', String(place + 1))
      .replace('{count}', String(list.children.length));
}
