import type { SymbolColor } from '#core/styles/contrast.ts';
import type { LogoImage } from '#core/logos/logo-image.ts';
import type { Form } from '../../../frame/forms/form.ts';
import type { FixableProblem } from './fixes.ts';

/** What the fields of a look are drawn from. */
export interface DesignProps {
  readonly form: Form;
  /** The path to which the fields' buttons post the form, which shows it again. */
  readonly action: string;
  /** The current values, for the buttons that fix problems. */
  readonly problems: readonly FixableProblem[];
  readonly recentColors: readonly SymbolColor[];
  /** The account's images to choose a logo from. */
  readonly images: readonly LogoImage[];
}
