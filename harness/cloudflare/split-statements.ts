/** One token of SQL: a comment, a quoted text or name, or a single character. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|[\s\S]/g;

/** Splits an SQL text into statements, without their semicolons. A trigger's body contains semicolons too. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let statement = '';
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue;
    if (token !== ';' || isInTrigger(statement)) {
      statement += token;
      continue;
    }
    statements.push(statement.trim());
    statement = '';
  }
  statements.push(statement.trim());
  return statements.filter((text) => text !== '');
}

function isInTrigger(statement: string): boolean {
  return /^\s*CREATE\s+(TEMP\s+|TEMPORARY\s+)?TRIGGER\b/i.test(statement) && !/\bEND\s*$/i.test(statement);
}
