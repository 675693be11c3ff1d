import { currentLanguage, isMessage, type PlainMessage, say } from '#languages/say.ts';
import { useContext } from 'hono/jsx';
import { DEFAULT_ERROR_CORRECTION } from '#core/codes/limits.ts';
import { type Design, type DesignId, DESIGNS, isDesignId } from '#core/styles/designs.ts';
import { Filled } from '../../../kit/field.tsx';
import { DESIGN_DEFAULTS, writeDesign } from './read-design.ts';

const NAMES: Readonly<Record<DesignId, PlainMessage>> = {
  menu: 'Menu',
  shop: 'Shop',
  ticket: 'Ticket',
  contact: 'Business card',
  download: 'App',
  wifi: 'Guest network',
  event: 'Events',
  review: 'Review',
};

/** A finished look, with the text of its frame in the language of the page. */
export function localDesign(id: DesignId): Design {
  const design: Design = DESIGNS[id];
  const { frame } = design.style;
  if (!frame?.text || !isMessage(frame.text)) return design;
  return { ...design, style: { ...design.style, frame: { ...frame, text: say(frame.text) } } };
}

/** The name that `Form.focusOn` has for the button of a design. */
export function designButton(id: string): string {
  return `design-${id}`;
}

/** Finished looks to start from: each button fills in the fields below, but for the logo. */
export function DesignButtons({ action }: { readonly action: string }) {
  const form = useContext(Filled);
  return (
    <div class="designs" role="group" aria-label={say('Start from a design')}>
      {Object.entries(NAMES).map(([id, name]) => (
        <button
          type="submit"
          class="secondary outline"
          formaction={action}
          name="use_design"
          value={id}
          autofocus={form.focused === designButton(id) ? true : undefined}
        >
          <img
            src={`/codes/templates/designs/${id}.svg?${currentLanguage()}`}
            width="72"
            height="96"
            alt=""
            loading="lazy"
          />
          {say(name)}
        </button>
      ))}
    </div>
  );
}

/** The fields of a design, without those of its logo; none if there is no such design. */
export function writeFinished(id: string): Record<string, string> {
  if (!isDesignId(id)) return {};
  const { 'style.logo.image': _, 'style.logo.size': _size, ...fields } = DESIGN_DEFAULTS;
  return {
    ...fields,
    ...writeDesign(localDesign(id)),
    margin: '',
    error_correction: DEFAULT_ERROR_CORRECTION,
  };
}
