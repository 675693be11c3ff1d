import { isObject } from '../is-object.ts';
import { err, ok, type Result } from '../result.ts';
import { type FileProblem, MAX_RECORD_CHARACTERS, recordTooLong } from './file-problem.ts';

/** A line of NDJSON: an object, or what is wrong with the line. */
export interface JsonRecord {
  readonly line: number;
  readonly value: Readonly<Record<string, unknown>> | string;
}

/** Reads NDJSON, one object a line, piece by piece. Blank lines are left out. */
export class NdjsonReader {
  private pending = '';
  private line = 0;

  /** @param text the next piece of the file; null at its end */
  read(text: string | null): Result<readonly JsonRecord[], FileProblem> {
    const lines = (this.pending + (text ?? '\n')).split('\n');
    this.pending = lines.pop() ?? '';
    const records: JsonRecord[] = [];
    for (const content of lines) {
      this.line++;
      if (content.length > MAX_RECORD_CHARACTERS) return err(recordTooLong(this.line));
      if (content.trim() !== '') records.push({ line: this.line, value: parseObject(content) });
    }
    return this.pending.length > MAX_RECORD_CHARACTERS ? err(recordTooLong(this.line + 1)) : ok(records);
  }
}

function parseObject(text: string): JsonRecord['value'] {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : 'must be a JSON object.';
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
