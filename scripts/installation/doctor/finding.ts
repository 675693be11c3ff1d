import { explain } from '../cloudflare/explain.ts';

/** One line of the doctor's report. */
export interface Finding {
  readonly name: string;
  /** `fix`: something does not work; `note`: worth knowing; `unknown`: it could not be examined, and may well work. */
  readonly state: 'ok' | 'fix' | 'note' | 'unknown';
  readonly text: string;
  readonly url?: string;
}

export function ok(name: string, text: string): Finding {
  return { name, state: 'ok', text };
}

export function fix(name: string, text: string, url?: string): Finding {
  return { name, state: 'fix', text, ...(url ? { url } : {}) };
}

export function note(name: string, text: string): Finding {
  return { name, state: 'note', text };
}

export function unknown(name: string, text: string): Finding {
  return { name, state: 'unknown', text };
}

/** Looks at one thing. That it cannot be examined hides no finding about the others, and does not mean that it is broken. */
export async function lookAt(
  name: string,
  accountId: string,
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    return [unknown(name, explain(error, 'could not be examined', accountId))];
  }
}
