import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

type Cell = string | number;

/** A Google sheet with an Apps Script: what the script uses of Google's services, with real requests. */
export class GoogleSheet {
  /** The rows of each sheet, with its header. */
  readonly sheets = new Map<string, Cell[][]>();
  readonly menu: string[] = [];
  readonly #functions: Readonly<Record<string, () => void>>;

  constructor(file: string, properties: Readonly<Record<string, string>>) {
    const globals: Record<string, unknown> = {
      PropertiesService: { getScriptProperties: () => ({ getProperty: (name: string) => properties[name] }) },
      UrlFetchApp: { fetch: fetchAtOnce },
      SpreadsheetApp: { getUi: () => this.#ui(), getActive: () => this.#file() },
    };
    // Functions of a script become properties of its global object.
    runInNewContext(readFileSync(file, 'utf8'), globals);
    this.#functions = globals as Record<string, () => void>;
  }

  run(name: string): void {
    const { [name]: found } = this.#functions;
    if (!found) throw new Error(`The script has no function ${name}.`);
    found();
  }

  #ui() {
    const menu = {
      addItem: (label: string, name: string) => {
        if (!this.#functions[name]) throw new Error(`The menu calls ${name}, which is no function.`);
        this.menu.push(label);
        return menu;
      },
      addToUi: () => undefined,
    };
    return { createMenu: () => menu };
  }

  #file() {
    return {
      getSheetByName: (name: string) => {
        const rows = this.sheets.get(name);
        return rows ? sheetOf(rows) : null;
      },
      insertSheet: (name: string) => {
        const rows: Cell[][] = [];
        this.sheets.set(name, rows);
        return sheetOf(rows);
      },
    };
  }
}

function sheetOf(rows: Cell[][]) {
  const sheet = {
    appendRow(row: Cell[]) {
      rows.push(row.map(toCell));
      return sheet;
    },
    getLastRow: () => rows.length,
    getDataRange: () => ({ getValues: () => rows.map((row) => [...row]) }),
    getRange: (row: number, column: number, height: number, width: number) => ({
      setValues(values: Cell[][]) {
        if (values.length !== height || values.some(({ length }) => length !== width))
          throw new Error('The data does not fit the range.');
        for (const [i, line] of values.entries()) {
          const written = (rows[row - 1 + i] ??= []);
          for (const [j, value] of line.entries()) written[column - 1 + j] = toCell(value);
        }
      },
    }),
  };
  return sheet;
}

/** An apostrophe at the start says that the rest is text. */
function toCell(value: Cell): Cell {
  if (typeof value === 'string' && /^[=+\-@]/.test(value)) return '#ERROR!';
  return typeof value === 'string' && value.startsWith("'") ? value.slice(1) : value;
}

interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly payload?: string;
}

/** `UrlFetchApp.fetch` gives the response when it returns. */
function fetchAtOnce(url: string, { method, headers, contentType, payload }: FetchOptions) {
  const all = { ...headers, ...(contentType === undefined ? {} : { 'Content-Type': contentType }) };
  const output = execFileSync(
    'curl',
    [
      ...['-sS', '-X', method.toUpperCase(), '-w', '\n%{http_code}', url],
      ...Object.entries(all).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      ...(payload === undefined ? [] : ['--data-binary', '@-']),
    ],
    { encoding: 'utf8', input: payload ?? '' },
  );
  const end = output.lastIndexOf('\n');
  return {
    getResponseCode: () => Number(output.slice(end + 1)),
    getContentText: () => output.slice(0, end),
  };
}
