import { type PlainMessage, say } from '#languages/say.ts';

const STEPS = ['File', 'Columns', 'Check and import'] as const satisfies readonly PlainMessage[];

/** Where an import stands. */
export function Steps({ current }: { readonly current: (typeof STEPS)[number] }) {
  return (
    <ol class="import-steps fine" aria-label={say('Steps')}>
      {STEPS.map((step) => (
        <li aria-current={step === current ? 'step' : undefined}>{say(step)}</li>
      ))}
    </ol>
  );
}
