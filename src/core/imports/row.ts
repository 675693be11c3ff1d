import { toShown } from './digits.ts';
import { type CodeId, parsePublicId } from '../codes/code-id.ts';
import { EXTERNAL_ID_PATTERN, LONGEST_EXTERNAL_ID } from '../codes/external-id.ts';
import { toHex } from '../bytes/hex.ts';
import { readElements } from '../gs1/identity.ts';
import { toPrintedName } from '../gs1/printed-name.ts';
import { isObject } from '../is-object.ts';
import { EMPTIED, type ImportField } from './columns.ts';
import { type AddressKey, type LinkAddress, toAddressKey } from '../links/link-address.ts';
import type { Origin } from './origin.ts';
import { type Origins, type PrintedPath, readBarePath, readNames, readPrintedPath } from './printed-path.ts';
import { type ColumnLink, isAbsent, readFields } from './read-fields.ts';
import type { RowProblem, RowWarning } from './row-problem.ts';

/** A row of a file in our own terms, regardless of the service that wrote it. */
export interface ImportRow {
  /** Its row and its line, as in `CsvRecord`. */
  readonly row: number;
  readonly line: number;
  /** The permanent name of the code: its own external id, or one derived from its name in its previous service. */
  readonly externalId: string;
  /** Whether the file has the external id. */
  readonly isNamed: boolean;
  /** The code that the row names by our own id, if it is one of the account's. Null if the row has no such id. */
  readonly codeId: CodeId | null;
  /** The fields of that code that the row has, and leaves empty. */
  readonly emptied: readonly ImportField[];
  /** The body of a request that creates the code; the checks of that request find problems in its values. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Its typed links from a column each: they replace those of their type and language. */
  readonly links?: readonly ColumnLink[];
  /** Short links that the code has, or gets beside its own. */
  readonly names: readonly LinkAddress[];
  /** Whether a new code comes paused, because its password did not come along. */
  readonly comesPaused: boolean;
  readonly origin: Origin | null;
  readonly warnings: readonly RowWarning[];
  /** The row's own problem: it then stays out of the import. */
  readonly problems: readonly RowProblem[];
  /** Those of its past, which only a new code has. */
  readonly pastProblems: readonly RowProblem[];
  /** The cell that names the code, unless it shows that its spreadsheet keeps digits as they are. */
  readonly cell: { readonly field: string; readonly text: string } | null;
}

const OWN_SOURCE = 'qr-code-service';

/** The row of a GS1 code has no path of its own. */
const NAMED_BY_KEY: PrintedPath = { path: null, address: null, loss: null };

/** A row as in the file: its values by their meaning. */
export interface RawRow {
  readonly row: number;
  readonly line: number;
  readonly values: Readonly<Partial<Record<ImportField, unknown>>>;
  readonly problem: RowProblem | null;
}

/** Converts the rows of a file into our own terms, in order, and remembers their names: each name may occur only once. */
export class RowNamer {
  private readonly rowsByName = new Map<string, number>();
  /** The number of occurrences of each target, among the rows without any other name. */
  private readonly timesThere = new Map<string, number>();
  /** The rows by address. Other services may distinguish upper and lower case; on the operator's host, both are the same path. */
  private readonly rowsByAddress = new Map<AddressKey, number>();
  private readonly rowsById = new Map<CodeId, number>();
  /** What spreadsheets would show instead of the names of earlier rows: this one did not. */
  private readonly notShown = new Set<string>();
  private readonly facts: Origins;

  constructor(facts: Origins) {
    this.facts = facts;
  }

  async name({ row, line, values, problem }: RawRow): Promise<ImportRow> {
    const { source } = this.facts;
    const { body, links, origin, link, hasJoinedTitle, hasPassword, problems, pastProblems } =
      readFields(values);
    const said = body['external_id'];
    // One character too many is enough to be refused.
    const given = typeof said === 'string' ? said.slice(0, LONGEST_EXTERNAL_ID + 1) : null;
    const externalId = given ?? (await this.makeExternalId(values, body, link));
    const id = typeof values.source_id === 'string' ? values.source_id.trim() : '';
    const codeId = parsePublicId(id);
    const isUnknown = codeId === null && id !== '' && (source === OWN_SOURCE || id.startsWith('qr_'));
    const earlier = this.takeName(externalId, row);
    const sameId = codeId === null ? undefined : this.rowsById.get(codeId);
    if (codeId !== null && sameId === undefined) this.rowsById.set(codeId, row);
    const isGs1 = isObject(body['gs1']);
    const printed = isGs1 ? NAMED_BY_KEY : readPrintedPath(values, link, this.facts);
    const { address, loss } = printed;
    const isOther = ({ href, pathname }: URL) => href !== link?.href && pathname !== `/${codeId}`;
    const further = readNames(values.names, isOther, this.facts);
    const cell = this.findCell(given, id, link === null ? readBarePath(values.path) : '');
    return {
      row,
      line,
      externalId,
      isNamed: given !== null,
      codeId,
      emptied:
        codeId === null
          ? []
          : (Object.keys(values) as ImportField[]).filter(
              (field) => (field in EMPTIED || field.startsWith('link:')) && isAbsent(values[field]),
            ),
      // A value that is not an external id is refused by the checks of a create.
      body: {
        ...body,
        external_id: given ?? said ?? externalId,
        ...(address ? { domain: address.host, short_code: address.path } : {}),
        ...(isGs1 ? this.readDomain(values.domain) : {}),
      },
      links,
      names: further.printed.flatMap((name) => name.address ?? []),
      comesPaused: hasPassword,
      origin,
      warnings: [
        ...(isUnknown ? [{ code: 'unknown_id', values: {} } as const] : []),
        ...(loss === null ? [] : [loss]),
        ...further.warnings,
        ...(hasJoinedTitle ? [{ code: 'title_joined', values: {} } as const] : []),
        ...(hasPassword ? [{ code: 'password_not_imported', values: {} } as const] : []),
      ],
      problems: [
        ...(problem ? [problem] : problems),
        ...(codeId !== null && sameId !== undefined ? [repeatsId(sameId, codeId)] : []),
        ...(earlier === undefined
          ? [
              ...this.takePath(printed, 'short_code', row),
              ...further.printed.flatMap((name) => this.takePath(name, 'names', row)),
            ]
          : problem
            ? []
            : [
                {
                  code: 'row_repeats_code',
                  field: 'external_id',
                  values: { row: earlier, externalId },
                } as const,
              ]),
      ],
      pastProblems,
      cell,
    };
  }

  /** The host of a GS1 code, whose path is what it identifies. */
  private readDomain(domain: unknown): { readonly domain?: string | null | undefined } {
    const host = typeof domain === 'string' ? domain.trim().toLowerCase() : '';
    return host === '' ? {} : { domain: this.facts.hosts.has(host) ? this.facts.hosts.get(host) : host };
  }

  /** The cell that names a row, in the order of `makeExternalId`. A file with `00421` and `421` has both as they are. */
  private findCell(externalId: string | null, id: string, path: string): ImportRow['cell'] {
    const [field, text] =
      externalId !== null
        ? (['external_id', externalId] as const)
        : id !== ''
          ? (['id', id] as const)
          : (['short_code', path] as const);
    const shown = toShown(text);
    if (shown !== text) this.notShown.add(shown);
    return text === '' || this.notShown.has(text) ? null : { field, text };
  }

  /**
   * The name of a row without an external id: its id in its previous service, otherwise its short link or path, otherwise its target and
   * the number of its occurrence.
   */
  private async makeExternalId(
    { source_id: id, path, domain }: RawRow['values'],
    body: ImportRow['body'],
    link: URL | null,
  ): Promise<string> {
    const { source } = this.facts;
    if ((typeof id === 'string' || typeof id === 'number') && String(id).trim() !== '') {
      return shorten(`${source}:${String(id).trim()}`);
    }
    const { gs1 } = body;
    if (isObject(gs1)) {
      const { domain: host } = this.readDomain(domain);
      return shorten(`gs1:${host ? `${host}:` : ''}${nameKey(gs1)}`);
    }
    if (link) return shorten(`${link.host}:${link.pathname.slice(1)}`);
    const named = readBarePath(path);
    if (named !== '') return shorten(`path:${named}`);
    const name = `${NAMED_BY_TARGET}${await hash(JSON.stringify(body['target'] ?? body['content'] ?? null))}`;
    const time = (this.timesThere.get(name) ?? 0) + 1;
    this.timesThere.set(name, time);
    return time === 1 ? name : `${name}:${time}`;
  }

  /** Remembers the row that takes a name; returns the earlier row that has it. The checks of a create refuse what is no name. */
  private takeName(externalId: string, row: number): number | undefined {
    if (!EXTERNAL_ID_PATTERN.test(externalId)) return undefined;
    const earlier = this.rowsByName.get(externalId);
    if (earlier === undefined) this.rowsByName.set(externalId, row);
    return earlier;
  }

  /** Remembers the row that takes a path; a problem if an earlier row has it. */
  private takePath({ path, address }: PrintedPath, field: 'short_code' | 'names', row: number): RowProblem[] {
    if (address === null) return [];
    const key = toAddressKey(address);
    const earlier = this.rowsByAddress.get(key) ?? row;
    this.rowsByAddress.set(key, earlier);
    if (earlier === row) return [];
    return [{ code: 'row_repeats_path', field, values: { row: earlier, path: path ?? address.path } }];
  }
}

export function repeatsId(row: number, codeId: CodeId): RowProblem {
  return { code: 'row_repeats_id', field: 'id', values: { row, codeId } };
}

/** What elements identify, with colons for slashes; elements at fault as they are. */
function nameKey(gs1: Readonly<Record<string, unknown>>): string {
  const isOfTexts = Object.values(gs1).every((value) => typeof value === 'string');
  const read = isOfTexts ? readElements(gs1 as Readonly<Record<string, string>>) : null;
  return read?.ok ? toPrintedName(read.value).replaceAll('/', ':') : JSON.stringify(gs1);
}

/** External ids allow few characters, and at most 255 of them: longer or other names are told apart by a hash. */
async function shorten(name: string): Promise<string> {
  if (EXTERNAL_ID_PATTERN.test(name)) return name;
  const readable = name.replaceAll(/[^A-Za-z0-9._:@-]/g, '-').slice(0, 200);
  return `${readable}:${await hash(name)}`;
}

const HASH_BYTES = 12;

const NAMED_BY_TARGET = 'row:';
const TARGET_NAME = new RegExp(`^${NAMED_BY_TARGET}[0-9a-f]{${2 * HASH_BYTES}}(?::\\d+)?$`);

/** Whether an import made an external id of nothing but a target: nobody knows the code by it. */
export function isNamedByTarget(externalId: string): boolean {
  return TARGET_NAME.test(externalId);
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return toHex(new Uint8Array(digest).subarray(0, HASH_BYTES));
}
