import { describe, expect, test } from 'vitest';
import { checkTemplate, FileNamer, type NamePart } from '#core/exports/file-name.ts';

const CODE: Record<NamePart, string | null> = {
  id: 'qr_k7m2p9qa',
  external_id: 'sku-1',
  short_code: null,
  title: 'Lunch menu',
  number: '007',
  format: 'pdf',
};

function nameOf(template: string, parts: Partial<Record<NamePart, string | null>> = {}): string {
  return new FileNamer(template, ['index.csv']).name({ ...CODE, ...parts });
}

describe('the name of a file', () => {
  test('is the template with the parts of the code, and ends in its format', () => {
    expect(nameOf('{external_id}-{title}.{format}')).toBe('sku-1-Lunch menu.pdf');
    expect(nameOf('{number} {id}')).toBe('007 qr_k7m2p9qa.pdf');
    expect(nameOf('{format}/summer 2027/{title}')).toBe('pdf/summer 2027/Lunch menu.pdf');
  });

  test('omits what the code does not have, and is the id if nothing is left', () => {
    expect(nameOf('{external_id}-{title}', { external_id: null })).toBe('Lunch menu.pdf');
    expect(nameOf('{external_id}-{title}', { title: null })).toBe('sku-1.pdf');
    expect(nameOf('{external_id}-{title}', { external_id: null, title: null })).toBe('qr_k7m2p9qa.pdf');
    expect(nameOf('{short_code}/{title}')).toBe('qr_k7m2p9qa/Lunch menu.pdf');
    expect(nameOf('.{format}')).toBe('qr_k7m2p9qa.pdf');
  });

  test.each([
    ['../../etc/passwd', 'etc-passwd'],
    ['..\\..\\windows', 'windows'],
    ['C:\\Users', 'C--Users'],
    ['/absolute', 'absolute'],
    ['...', 'qr_k7m2p9qa'],
    ['a\u0000b\nc', 'a-b-c'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['lpt1', '_lpt1'],
    ['COM²', '_COM²'],
    ['console', 'console'],
    ['ends with dots. . .', 'ends with dots'],
    ['=1+1', '1+1'],
    ['-rf ~', 'rf ~'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['Cafe\u0301 Ελλάδα 🎄', 'Café Ελλάδα 🎄'],
    ['what? <yes> | "no" *', 'what- -yes- - -no'],
  ])('keeps the part of the title %j that every file system accepts: %j', (title, expected) => {
    expect(nameOf('{title}', { title })).toBe(`${expected}.pdf`);
  });

  test('has at most 100 bytes before its ending, and no half of a character', () => {
    const name = nameOf('{title}', { title: '🎄'.repeat(60) });
    expect(name).toBe(`${'🎄'.repeat(25)}.pdf`);
  });

  test('has a number if another file has it, even in other case', () => {
    const namer = new FileNamer('{title}', ['index.csv']);
    const names = ['Menu', 'MENU', 'menu-2', 'Menu'].map((title) => namer.name({ ...CODE, title }));
    expect(names).toEqual(['Menu.pdf', 'MENU-2.pdf', 'menu-2-2.pdf', 'Menu-3.pdf']);
    expect(namer.name({ ...CODE, title: 'index', format: 'csv' })).toBe('index-2.csv');
  });
});

describe('a template', () => {
  test.each([
    [
      '{name}',
      'has "{name}", which stands for nothing: it may have {id}, {external_id}, {short_code}, {title}, {number}, {format}.',
    ],
    ['{title', 'has a brace that is not closed, or was not opened.'],
    ['a:b', 'must not have ":": file systems refuse it.'],
    [String.raw`a\b`, String.raw`must not have "\\": file systems refuse it.`],
    ['../{title}', 'must not have folders without a name, "." or "..": it lies within the archive.'],
    ['/{title}', 'must not have folders without a name, "." or "..": it lies within the archive.'],
    ['a//b', 'must not have folders without a name, "." or "..": it lies within the archive.'],
  ])('%j is refused', (template, error) => {
    expect(checkTemplate(template)).toEqual({ ok: false, error });
  });

  test('may have folders', () => {
    expect(checkTemplate('{format}/{number}-{title}.{format}').ok).toBe(true);
  });
});
