import { HTMLElement, NodeType, parse } from 'node-html-parser';

/** Reads the page of a response. */
export async function readPage(response: Response): Promise<Page> {
  return toPage(await response.text());
}

/** The text of a page, without tags. */
export async function readText(response: Response): Promise<string> {
  return toText(await response.text());
}

export function toText(html: string): string {
  return toPage(html).text;
}

/** Tests ask for several things of one page in a row. */
let last: { readonly html: string; readonly page: Page } | null = null;

export function toPage(html: string): Page {
  if (last?.html !== html) {
    // The parser takes a doctype for text. A browser parses what is in <pre> too.
    const body = html.replace(/^<!doctype html>/i, '');
    last = { html, page: new Page(parse(body, { blockTextElements: { script: true, style: true } })) };
  }
  return last.page;
}

/** A page, or a part of one, as its reader meets it. Parts are found by CSS selectors. */
export class Page {
  readonly #element: HTMLElement;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  /** What it says: without tags, and with single spaces between words. */
  get text(): string {
    return textOf(this.#element).replaceAll(/\s+/g, ' ');
  }

  /** The same, without spaces around it. */
  get words(): string {
    return this.text.trim();
  }

  all(selector: string): Page[] {
    return this.#element.querySelectorAll(selector).map((element) => new Page(element));
  }

  /** The first part that matches. */
  find(selector: string): Page | null {
    const element = this.#element.querySelector(selector);
    return element && new Page(element);
  }

  /** What the first part says; null if there is no such part. */
  wordsOf(selector: string): string | null {
    return this.find(selector)?.words ?? null;
  }

  /** Its own attribute; null if it has none of this name. */
  attribute(name: string): string | null {
    return this.#element.getAttribute(name) ?? null;
  }

  /** An attribute of each part that has it. */
  attributes(selector: string, name: string): string[] {
    return this.all(selector).flatMap((part) => part.attribute(name) ?? []);
  }

  /** The value of an input; null if there is no such input. */
  valueOf(input: string): string | null {
    return this.find(`input[name="${input}"]`)?.attribute('value') ?? null;
  }

  /** What is said beside a field at fault; null if nothing is. */
  errorOf(field: string): string | null {
    return this.wordsOf(`[id="${field}-error"]`);
  }

  /** What is said about what was done last; null if nothing is. */
  get notice(): string | null {
    return this.wordsOf('.notice[role="status"]');
  }

  /** A figure by its label. */
  figureOf(label: string): string | null {
    const place = this.all('dt').findIndex(({ words }) => words === label);
    return this.all('dt + dd')[place]?.words ?? null;
  }

  /** Where the first link with these words leads; null if there is none. */
  linkOf(words: string): string | null {
    return (
      this.all('a[href]')
        .find((link) => link.words === words)
        ?.attribute('href') ?? null
    );
  }

  /** The cells of each row of its tables. */
  get rows(): string[][] {
    return this.all('tr').map((row) => row.all('th, td').map(({ words }) => words));
  }

  /**
   * What a browser would send with the first form that matches: also hidden fields, and boxes only if they are ticked. Without files,
   * whose fields only the script shows.
   */
  fieldsOf(form: string): Record<string, string> {
    return this.find(form)?.fields ?? {};
  }

  /** The same, if this part is a form. */
  get fields(): Record<string, string> {
    const fields: Record<string, string> = {};
    for (const field of this.all('input[name], textarea[name], select[name]')) {
      const type = field.attribute('type') ?? '';
      if (type === 'file') continue;
      if (['checkbox', 'radio'].includes(type) && field.attribute('checked') === null) continue;
      fields[field.attribute('name') ?? ''] = field.#value;
    }
    return fields;
  }

  get #value(): string {
    const { rawTagName } = this.#element;
    // The parser keeps the line break after the tag, which belongs to the tag.
    if (rawTagName === 'textarea') return this.#element.text.replace(/^\n/, '');
    const holder = rawTagName === 'select' ? this.find('option[selected]') : this;
    return holder?.attribute('value') ?? '';
  }
}

function textOf(element: HTMLElement): string {
  if (['SCRIPT', 'STYLE'].includes(element.tagName)) return '';
  const parts = element.childNodes.map((node) => {
    if (node instanceof HTMLElement) return ` ${textOf(node)} `;
    return node.nodeType === NodeType.TEXT_NODE ? node.text : '';
  });
  return parts.join('');
}

/** The linked rows of a page's bars: the link, and the number of scans. */
export function listBarLinks(html: string): { readonly href: string; readonly scans: number }[] {
  const bars = toPage(html).all('a[href]:has(rect.room)');
  return bars.map((bar) => ({
    href: bar.attribute('href') ?? '',
    scans: Number(bar.all('text')[1]?.words.replaceAll(',', '')),
  }));
}
