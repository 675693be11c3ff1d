import {
  type MeasuredLoss,
  type Robustness,
  ROBUSTNESS_STEPS,
  type RobustnessCost,
  type RobustnessStep,
} from '#core/styles/robustness.ts';
import { FixButtons } from './fix-buttons.tsx';
import { darkenEyes } from './fixes.ts';

const STEP_WORDS: Readonly<Record<RobustnessStep, string>> = {
  plain: 'As robust as a plain code',
  slightly_less: 'Slightly less robust than a plain code',
  less: 'Less robust than a plain code',
  much_less: 'Much less robust: print it large, and test it first',
};

/** The robustness of a look in words, with the reasons. `action` is where a button that fixes something posts the form. */
export function Meter({ step, costs, action }: Robustness & { readonly action: string }) {
  const best = ROBUSTNESS_STEPS.length - 1;
  const left = best - ROBUSTNESS_STEPS.indexOf(step);
  return (
    <div class={`meter ${step}`}>
      <p class="step">
        <span class="bar" aria-hidden="true">
          {ROBUSTNESS_STEPS.map((_, i) => (
            <span class={i <= left ? 'on' : ''} />
          ))}
        </span>
        <strong>{STEP_WORDS[step]}</strong>
      </p>
      {costs.length === 0 ? null : (
        <div class="costs" aria-live="off">
          <ul>
            {costs.map((cost) => (
              <Cost {...cost} action={action} />
            ))}
          </ul>
          {costs.some(({ lost }) => lost !== null) ? (
            <small>
              Scans out of 100 that fail although they work with a plain black code. Measured with simulated
              photos and five readers, for each part on its own.
            </small>
          ) : null}
        </div>
      )}
    </div>
  );
}

function sayLoss({ from, to }: MeasuredLoss): string {
  if (to === null) return `over ${from}`;
  return from === to ? String(to) : `${from} to ${to}`;
}

function Cost({ lost, message, eyes, action }: RobustnessCost & { readonly action: string }) {
  return (
    <li>
      <span>{message}</span>
      {lost === null ? null : <b>{sayLoss(lost)}</b>}
      {eyes === null ? null : <FixButtons fixes={[darkenEyes(eyes)]} action={action} />}
    </li>
  );
}
