import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvReader } from '#core/imports/csv.ts';

function read(text: string, pieces = [text]) {
  const reader = new CsvReader();
  const records: (readonly string[])[] = [];
  const lines: number[] = [];
  const rows: number[] = [];
  for (const piece of [...pieces, null]) {
    const result = reader.read(piece);
    if (!result.ok) return result.error;
    records.push(...result.value.map(({ cells }) => cells));
    lines.push(...result.value.map(({ line }) => line));
    rows.push(...result.value.map(({ row }) => row));
  }
  return { records, lines, rows };
}

describe('CSV', () => {
  it.each<[string, string, string[][]]>([
    [
      'commas',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b\n"1;2";3,4',
      [
        ['a', 'b'],
        ['1;2', '3,4'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a delimiter within quotes of the header',
      '"a,a,a";b\n1;2\n',
      [
        ['a,a,a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a line that names the delimiter',
      'sep=;\r\na,a;b\r\n1;2',
      [
        ['a,a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'line breaks in quotes',
      'a,b\n"1\r\n2\n3",4\n',
      [
        ['a', 'b'],
        ['1\r\n2\n3', '4'],
      ],
    ],
    ['quotes in quotes', 'a\n"say ""hi"""\n""""\n', [['a'], ['say "hi"'], ['"']]],
    [
      'a quote in the middle of a cell',
      'a,b\n5" pipe,2\n',
      [
        ['a', 'b'],
        ['5" pipe', '2'],
      ],
    ],
    [
      'formulas, as text',
      'a,b\n=1+1,"@SUM(A1)"\n',
      [
        ['a', 'b'],
        ['=1+1', '@SUM(A1)'],
      ],
    ],
    [
      'empty cells at the end',
      'a,b,c\n1,,\n',
      [
        ['a', 'b', 'c'],
        ['1', '', ''],
      ],
    ],
    [
      'blank rows',
      '\na,b\n\n,\n1,\n,\n\n',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'lines that end in CR alone',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a last line without an end',
      'a,b\n1,"2"',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
  ])('reads %s', (_, text, records) => {
    expect(read(text)).toMatchObject({ records });
  });

  it('names the row of each record as a spreadsheet does, and the line in which it begins as an editor does', () => {
    expect(read('sep=;\na\n"1\n1"\r\n\r\n;\n2\n')).toMatchObject({ lines: [2, 3, 7], rows: [1, 2, 5] });
    expect(read('a\r"1\r1"\r2')).toMatchObject({ lines: [1, 2, 4], rows: [1, 2, 3] });
  });

  it.each<[string, string, { row: number; code: string }]>([
    ['a quote that is never closed', 'a,b\n1,2\n"3,4\n5,6\n', { row: 3, code: 'unclosed_quote' }],
    ['text after a closing quote', 'a,b\n"1" or 2,3\n', { row: 2, code: 'text_after_quote' }],
    ['a million columns', `${'a,'.repeat(1_000_000)}\n`, { row: 1, code: 'too_many_columns' }],
    ['a row without end', `a\n${'x'.repeat(200_000)}`, { row: 2, code: 'row_too_long' }],
    ['a quote that swallows the rest', `a\n1\n"${'x\n'.repeat(200_000)}`, { row: 3, code: 'row_too_long' }],
  ])('refuses %s, and names its row', (_, text, problem) => {
    const pieces = text.match(/[^]{1,100000}/g) ?? [];
    expect(read(text, pieces)).toMatchObject(problem);
  });

  it('reads the same, however the file is cut into pieces', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', ',', ';', '"', '\n', '\r', '=', ' ', 'ü', '😀'),
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 20 }),
        fc.array(fc.nat(40_000), { maxLength: 4 }),
        (generated, cuts) => {
          // Blank rows are skipped.
          const rows = generated.filter((row) => row.some((text) => text !== ''));
          // Longer than what the reader buffers before it reads.
          const padded = [['key', 'x'.repeat(40_000)], ...rows, ['k', 'x'.repeat(40_000)]];
          const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const text = padded.map((row) => `${row.map(quote).join(',')}\r\n`).join('');
          const at = [0, ...cuts.map((cut) => 39_000 + (cut % 3_000)).sort((a, b) => a - b), text.length];
          const pieces = at.slice(1).map((end, i) => text.slice(at[i], end));
          expect(read(text, pieces)).toMatchObject({ records: padded });
        },
      ),
      { numRuns: 50 },
    );
  });
});
