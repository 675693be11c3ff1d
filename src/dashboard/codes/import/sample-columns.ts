import { type ImportField, nameColumns } from '#core/imports/columns.ts';
import { CsvReader } from '#core/imports/csv.ts';
import { FileDecoder } from '#core/imports/file-decoder.ts';

/** A column of a file as people recognise it. */
export interface SampledColumn {
  readonly name: string;
  /** Its first values. */
  readonly values: readonly string[];
  readonly meaning: ImportField | null;
}

const SAMPLED_ROWS = 3;
const SAMPLED_CHARACTERS = 80;

/** The columns of a CSV file, each with its first values and its likely meaning; null if it has no rows, or cannot be read. */
export function sampleColumns(bytes: Uint8Array): readonly SampledColumn[] | null {
  const decoder = new FileDecoder();
  const [start, end] = [decoder.decode(bytes), decoder.decode(null)];
  if (!start.ok || !end.ok) return null;
  const reader = new CsvReader();
  const [first, last] = [reader.read(start.value), reader.read(null)];
  if (!first.ok || !last.ok) return null;
  const [header, ...rows] = [...first.value, ...last.value];
  if (!header || rows.length === 0) return null;
  const names = header.cells.map((cell) => cell.trim());
  if (names.every((name) => name === '')) return null;
  const meanings = nameColumns(names);
  return names.map((name, i) => {
    const values = rows
      .slice(0, SAMPLED_ROWS)
      .map(({ cells }) => (cells[i] ?? '').slice(0, SAMPLED_CHARACTERS));
    return { name, values: values.filter((value) => value.trim() !== ''), meaning: meanings[i] ?? null };
  });
}
