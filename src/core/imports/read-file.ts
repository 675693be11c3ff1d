import { err, ok, type Result } from '../result.ts';
import {
  type ChosenColumns,
  type ImportField,
  isContentColumn,
  nameColumns,
  recogniseSource,
} from './columns.ts';
import { parsePublicId } from '../codes/code-id.ts';
import { readGuarded } from '../csv-line.ts';
import { CsvReader, type CsvRecord } from './csv.ts';
import { type FileProblem, MAX_ROWS, MAX_RECORD_CHARACTERS, recordTooLong } from './file-problem.ts';
import type { RawRow } from './row.ts';
import { FileDecoder, type TextFault } from './file-decoder.ts';
import type { Encoding } from './encoding.ts';
import type { RowProblems } from './row-problem.ts';
import { type FaultOf, inField } from '../problem.ts';
import { isObject } from '../is-object.ts';

export const IMPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

export interface FileOptions {
  readonly format: ImportFormat;
  /** Null for UTF-8. */
  readonly encoding?: Encoding | null;
  readonly maxBytes: number;
  /** The maximum number of its rows. */
  readonly maxRows?: number;
  readonly chosen?: ChosenColumns;
}

/** The maximum number of reported columns without a meaning. */
const MAX_IGNORED = 50;

/** Reads a file piece by piece into rows whose values are named by their meaning. It keeps one piece in memory, never the file. */
export class ImportFileReader {
  private readonly decoder: FileDecoder;
  private readonly csv = new CsvReader();
  private readonly ndjson = new NdjsonReader();
  private readonly options: FileOptions;
  private meanings: readonly (ImportField | null)[] | null = null;
  private readonly meaningsByKeys = new Map<string, readonly (ImportField | null)[]>();
  private bytes = 0;
  private rows = 0;
  /** The names of the columns of CSV, once they are known. */
  names: readonly string[] = [];
  /** The service that wrote the file, recognised by its columns, once they are known. */
  source: string | null = null;
  /** Columns without a meaning here. */
  readonly ignored = new Set<string>();

  constructor(options: FileOptions) {
    this.options = options;
    this.decoder = new FileDecoder(options.encoding);
  }

  /** @param bytes the next piece of the file; null at its end */
  read(bytes: Uint8Array | null): Result<readonly RawRow[], FileProblem> {
    this.bytes += bytes?.length ?? 0;
    const { maxBytes, maxRows = MAX_ROWS, format } = this.options;
    if (this.bytes > maxBytes) return err({ row: 1, code: 'file_too_large', values: { most: maxBytes } });
    const text = this.decoder.decode(bytes);
    if (!text.ok) return this.refuseText(text.error);
    const last = bytes === null;
    const rows =
      format === 'csv' ? this.readCsv(last ? null : text.value) : this.readNdjson(last ? null : text.value);
    if (!rows.ok) return rows;
    this.rows += rows.value.length;
    if (this.rows > maxRows) {
      const first = rows.value[rows.value.length - (this.rows - maxRows)];
      return err({ row: first?.row ?? 1, code: 'too_many_rows', values: { most: maxRows } });
    }
    if (last && this.rows === 0) return err({ row: 1, code: 'no_rows', values: {} });
    return rows;
  }

  private refuseText({ before, ...fault }: TextFault): Result<never, FileProblem> {
    const row = (this.options.format === 'csv' ? this.csv : this.ndjson).findRowAfter(before);
    return row.ok ? err({ ...fault, row: row.value }) : row;
  }

  private readCsv(text: string | null): Result<readonly RawRow[], FileProblem> {
    const records = this.csv.read(text);
    if (!records.ok) return records;
    let rows = records.value;
    if (this.meanings === null) {
      const [header, ...rest] = rows;
      if (!header) return ok([]);
      const problem = this.takeHeader(header);
      if (problem) return err(problem);
      rows = rest;
    }
    return ok(rows.map((record) => this.toRow(record)));
  }

  private takeHeader({ row, cells }: CsvRecord): FileProblem | null {
    this.names = cells.map((cell) => cell.trim());
    this.source = recogniseSource(this.names);
    const meanings = nameColumns(this.names, this.options.chosen);
    this.meanings = meanings;
    this.names.forEach((name, i) => this.ignore(name, meanings[i] ?? null));
    const repeated = meanings.find((field, i) => field !== null && meanings.indexOf(field) !== i);
    if (repeated) return { row, code: 'repeated_column', values: { meaning: repeated } };
    // A file about existing codes may leave their targets alone.
    const isEnough = (field: ImportField | null) =>
      field !== null && (isContentColumn(field) || ['target', 'external_id', 'source_id'].includes(field));
    return meanings.some(isEnough) ? null : { row, code: 'no_target', values: {} };
  }

  private toRow({ row, line, cells }: CsvRecord): RawRow {
    const values: Partial<Record<ImportField, unknown>> = {};
    const id = cells[this.meanings?.indexOf('source_id') ?? -1] ?? '';
    // People leave columns of our export out: then the id still shows where the row is from.
    const isOwn = this.source === 'qr-code-service' || parsePublicId(id.trim()) !== null;
    this.meanings?.forEach((field, i) => {
      const cell = cells[i] ?? '';
      if (field !== null) values[field] = isOwn ? readGuarded(cell) : cell;
    });
    const surplus = cells.findIndex((cell, i) => i >= this.names.length && cell.trim() !== '');
    if (surplus === -1) return { row, line, values, problem: null };
    const widths = { cells: cells.length, columns: this.names.length };
    return { row, line, values, problem: { code: 'row_too_wide', field: 'row', values: widths } };
  }

  private readNdjson(text: string | null): Result<readonly RawRow[], FileProblem> {
    const records = this.ndjson.read(text);
    return records.ok ? ok(records.value.map((record) => this.toJsonRow(record))) : records;
  }

  private toJsonRow({ row, object }: JsonRecord): RawRow {
    const line = row;
    if (!object.ok) return { row, line, values: {}, problem: inField('row', object.error) };
    const { value } = object;
    // Shlink puts the validity of a link into a nested object.
    const { meta, ...rest } = value;
    const flat = typeof meta === 'object' && meta !== null ? { ...rest, ...meta } : value;
    const names = Object.keys(flat);
    this.source ??= recogniseSource(names);
    const meanings = this.nameKeys(names);
    const values: Partial<Record<ImportField, unknown>> = {};
    names.forEach((name, i) => {
      const field = meanings[i] ?? null;
      this.ignore(name, field);
      if (field !== null) values[field] = (flat as Record<string, unknown>)[name];
    });
    return { row, line, values, problem: null };
  }

  /** The rows of a file have few different sets of keys. */
  private nameKeys(names: readonly string[]): readonly (ImportField | null)[] {
    const key = names.join('\n');
    const known = this.meaningsByKeys.get(key);
    if (known) return known;
    const meanings = nameColumns(names, this.options.chosen);
    if (this.meaningsByKeys.size < 100) this.meaningsByKeys.set(key, meanings);
    return meanings;
  }

  private ignore(name: string, field: ImportField | null): void {
    if (field === null && name !== '' && this.ignored.size < MAX_IGNORED)
      this.ignored.add(name.slice(0, 100));
  }
}

/** A line of NDJSON: an object, or the problem of the line. */
interface JsonRecord {
  /** Its line: blank ones count. */
  readonly row: number;
  readonly object: Result<Readonly<Record<string, unknown>>, FaultOf<RowProblems>>;
}

/** Reads NDJSON, one object per line, piece by piece. Blank lines are skipped. */
class NdjsonReader {
  private pending = '';
  private row = 0;

  /** @param text the next piece of the file; null at its end */
  read(text: string | null): Result<readonly JsonRecord[], FileProblem> {
    const lines = (this.pending + (text ?? '\n')).split('\n');
    this.pending = lines.pop() ?? '';
    const records: JsonRecord[] = [];
    for (const content of lines) {
      const row = ++this.row;
      if (content.length > MAX_RECORD_CHARACTERS) return err(recordTooLong(row));
      if (content.trim() !== '') records.push({ row, object: parseObject(content, row) });
    }
    return this.pending.length > MAX_RECORD_CHARACTERS ? err(recordTooLong(this.row + 1)) : ok(records);
  }

  /** The row in which the file goes on after its next piece. */
  findRowAfter(text: string): Result<number, FileProblem> {
    const records = this.read(text);
    return records.ok ? ok(this.row + 1) : records;
  }
}

function parseObject(text: string, row: number): JsonRecord['object'] {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? ok(value) : err({ code: 'row_no_object', values: { row } });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return err({ code: 'row_no_json', values: { row, error: cause } });
  }
}
