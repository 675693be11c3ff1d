/** One line of the doctor's report. */
export interface Finding {
  readonly name: string;
  /** `fix`: something does not work; `note`: worth knowing. */
  readonly state: 'ok' | 'fix' | 'note';
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
