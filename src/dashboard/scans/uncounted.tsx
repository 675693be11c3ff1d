import type { Control } from '#core/control/control.ts';
import { say } from '#languages/say.ts';

/** Says of a code that it counts no scans, so that its zeros are not read as figures; of any other code, and of many codes, nothing. */
export function Uncounted({ control }: { readonly control: Control | null | undefined }) {
  if (!control?.isUncounted) return null;
  return <p>{say('Its scans are not counted, and nothing of them is stored.')}</p>;
}
