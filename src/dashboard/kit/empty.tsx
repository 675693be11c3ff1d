import type { Child, PropsWithChildren } from 'hono/jsx';

/** What is missing, drawn: a tinted shape, and lines over it. */
const PICTURES = {
  codes: (
    <>
      <rect fill="var(--accent-soft)" stroke="none" x="18" y="6" width="60" height="60" rx="8" />
      <path d="M28 16h14v14H28zM54 16h14v14H54zM28 42h14v14H28z" />
      <path fill="var(--accent)" stroke="none" d="M33 21h4v4h-4zM59 21h4v4h-4zM33 47h4v4h-4z" />
      <path stroke-dasharray="3 4" d="M54 42h14v14H54z" />
    </>
  ),
  scans: (
    <>
      <rect fill="var(--accent-soft)" stroke="none" x="30" y="4" width="36" height="64" rx="7" />
      <path d="M37 4h22a7 7 0 0 1 7 7v50a7 7 0 0 1-7 7H37a7 7 0 0 1-7-7V11a7 7 0 0 1 7-7zM45 61h6" />
      <path d="M39 28v-6h6M57 28v-6h-6M39 40v6h6M57 40v6h-6" />
      <path stroke-width="3" d="M22 34h52" />
    </>
  ),
  search: (
    <>
      <rect fill="var(--accent-soft)" stroke="none" x="12" y="8" width="60" height="50" rx="7" />
      <path d="M22 20h6v6h-6zM36 23h26M22 34h6v6h-6zM36 37h14" />
      <circle fill="var(--card)" cx="62" cy="46" r="13" />
      <path stroke-width="3" d="M71.5 55.5L83 67" />
    </>
  ),
  imports: (
    <>
      <path
        fill="var(--accent-soft)"
        stroke="none"
        d="M19 6h22l11 11v43a6 6 0 0 1-6 6H19a6 6 0 0 1-6-6V12a6 6 0 0 1 6-6z"
      />
      <path d="M41 6v11h11M22 28h20M22 38h20M22 48h12" />
      <path stroke-width="3" d="M58 38h22M73 30l8 8-8 8" />
    </>
  ),
} as const satisfies Record<string, Child>;

interface EmptyProps {
  readonly picture?: keyof typeof PICTURES;
}

/** The content of an empty page or list: says what can be done. */
export function Empty({ picture = 'codes', children }: PropsWithChildren<EmptyProps>) {
  return (
    <div class="empty card">
      <svg
        viewBox="0 0 96 72"
        width="96"
        height="72"
        fill="none"
        stroke="var(--accent)"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        {PICTURES[picture]}
      </svg>
      <div>{children}</div>
    </div>
  );
}
