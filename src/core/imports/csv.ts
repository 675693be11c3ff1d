import { err, ok, type Result } from '../result.ts';
import { type FileProblem, MAX_COLUMNS, MAX_RECORD_CHARACTERS, recordTooLong } from './file-problem.ts';

const LF = 0x0a;
const CR = 0x0d;

/** A record of a CSV file. */
export interface CsvRecord {
  /** As a spreadsheet shows it: from 1, with the header and blank lines, and regardless of line breaks within cells. */
  readonly row: number;
  /** The line in which it begins, as a text editor counts. */
  readonly line: number;
  readonly cells: readonly string[];
}

const DELIMITERS = [',', ';', '\t'] as const;
const QUOTE = 0x22;

/** An unfinished record is read again with the next piece: pieces of this size keep that cheap, however small they arrive. */
const PIECE_CHARACTERS = MAX_RECORD_CHARACTERS;

/**
 * Reads CSV (RFC 4180) piece by piece: it keeps a few records in memory, never the file. The delimiter is the most frequent of comma,
 * semicolon and tab in the first line, outside quotes, or the one that a line `sep=;` names, which spreadsheets do not show as a row. Blank
 * rows are skipped. A quote in the middle of a cell is an ordinary character. Every cell is text: nothing is computed or converted.
 */
export class CsvReader {
  private pending = '';
  private row = 1;
  private line = 1;
  private delimiter: number | null = null;
  private readonly lines = new LineCounter();

  /** @param text the next piece of the file; null at its end */
  read(text: string | null): Result<readonly CsvRecord[], FileProblem> {
    const isLast = text === null;
    this.pending += text ?? '';
    return isLast || this.pending.length >= PIECE_CHARACTERS ? this.readPending(isLast) : ok([]);
  }

  /** The row in which the file goes on after its next piece. */
  findRowAfter(text: string): Result<number, FileProblem> {
    // Any character shows whether the last row has ended.
    this.pending += `${text}x`;
    const records = this.readPending(false);
    return records.ok ? ok(this.row) : records;
  }

  private readPending(isLast: boolean): Result<readonly CsvRecord[], FileProblem> {
    const piece = this.pending;
    const records: CsvRecord[] = [];
    let position = 0;
    if (this.delimiter === null) {
      const [delimiter, start] = findDelimiter(piece);
      this.delimiter = delimiter.charCodeAt(0);
      this.line += this.lines.count(piece, 0, start);
      position = start;
    }
    while (position < piece.length) {
      const { row, line } = this;
      const record = readRecord(piece, position, this.delimiter, isLast);
      if (record === 'unfinished') break;
      if (typeof record === 'string') return err({ row, code: record, values: {} });
      this.row++;
      this.line += this.lines.count(piece, position, record.end);
      position = record.end;
      if (record.cells.some((cell) => cell !== '')) records.push({ row, line, cells: record.cells });
    }
    this.pending = piece.slice(position);
    return this.pending.length > MAX_RECORD_CHARACTERS ? err(recordTooLong(this.row)) : ok(records);
  }
}

/** The delimiter of a file, and where its first record starts. */
function findDelimiter(text: string): readonly [delimiter: string, start: number] {
  const [line = '', named] = /^sep=([,;\t])(?:\r\n|\n|\r|$)/i.exec(text) ?? [];
  if (named !== undefined) return [named, line.length];
  const [header = ''] = text
    .slice(0, MAX_RECORD_CHARACTERS)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return [DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',', 0];
}

type Fault = 'unclosed_quote' | 'text_after_quote' | 'too_many_columns';

/** Reads the record at `start`; `unfinished` if its end has not arrived yet. */
function readRecord(
  text: string,
  start: number,
  delimiter: number,
  isLast: boolean,
): { readonly cells: string[]; readonly end: number } | Fault | 'unfinished' {
  const cells: string[] = [];
  for (let i = start; ; i++) {
    const cell =
      text.charCodeAt(i) === QUOTE ? readQuoted(text, i + 1, isLast) : readPlain(text, i, delimiter);
    if (typeof cell === 'string') return cell;
    if (cells.push(cell.value) > MAX_COLUMNS) return 'too_many_columns';
    i = cell.end;
    if (i >= text.length) return isLast ? { cells, end: i } : 'unfinished';
    const next = text.charCodeAt(i);
    if (next === delimiter) continue;
    if (next === LF) return { cells, end: i + 1 };
    if (next !== CR) return 'text_after_quote';
    // The LF of a CR LF may be in the next piece.
    if (i + 1 === text.length && !isLast) return 'unfinished';
    return { cells, end: text.charCodeAt(i + 1) === LF ? i + 2 : i + 1 };
  }
}

interface Cell {
  readonly value: string;
  /** The position of the delimiter or the end of the line. */
  readonly end: number;
}

function readPlain(text: string, start: number, delimiter: number): Cell {
  let end = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === delimiter || code === LF || code === CR) break;
  }
  return { value: text.slice(start, end), end };
}

/** Reads a cell from after its first quote. */
function readQuoted(text: string, start: number, isLast: boolean): Cell | Fault | 'unfinished' {
  let value = '';
  for (let i = start; ;) {
    const quote = text.indexOf('"', i);
    if (quote === -1) return isLast ? 'unclosed_quote' : 'unfinished';
    value += text.slice(i, quote);
    if (quote + 1 === text.length && !isLast) return 'unfinished';
    if (text.charCodeAt(quote + 1) !== QUOTE) return { value, end: quote + 1 };
    value += '"';
    i = quote + 2;
  }
}

/** Counts the lines of a text that arrives piece by piece: they end with LF, CR LF, or CR alone. */
class LineCounter {
  private endedInCr = false;

  /** The number of line ends in a part of the next piece. */
  count(text: string, start = 0, end = text.length): number {
    let lines = 0;
    for (let i = start; i < end; i++) {
      const code = text.charCodeAt(i);
      if (code === CR || (code === LF && !this.endedInCr)) lines++;
      this.endedInCr = code === CR;
    }
    return lines;
  }
}
