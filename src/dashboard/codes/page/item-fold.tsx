import { toPublicId } from '#core/codes/code-id.ts';
import { DICTIONARY } from '#core/gs1/dictionary.ts';
import type { Gs1Identity } from '#core/gs1/identity.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import type { OwnLevels } from '#storage/links/gs1-links.ts';
import { nameTargetField } from '../form/content/target-fields.tsx';
import { SideFold } from './side-fold.tsx';

/** What a GS1 code identifies, and the codes of the levels around it. */
export function ItemFold({ gs1, levels }: { readonly gs1: Gs1Identity; readonly levels: OwnLevels }) {
  return (
    <SideFold id="item" heading={say('What it identifies')}>
      <dl class="pair">
        {[...gs1.path, ...gs1.attributes].map(([ai, value]) => (
          <div>
            <dt>{nameElement(ai)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">
        {say(
          'A scan of a batch or a serial number without a code of its own leads where the level above does.',
        )}
      </p>
      <Levels label={say('Above it')} levels={levels.above} />
      <Levels label={say('Below it')} levels={levels.below} />
    </SideFold>
  );
}

function Levels({ label, levels }: { readonly label: string; readonly levels: OwnLevels['above'] }) {
  return levels.length === 0 ? null : (
    <>
      <h3>{label}</h3>
      <ul>
        {levels.map(({ codeId, path, title }) => (
          <li>
            <a href={`/codes/${toPublicId(codeId)}`}>
              <bdi>{title ?? path}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const NAMES: Readonly<Record<string, PlainMessage>> = {
  '00': 'Shipping unit (SSCC)',
  '11': 'Production date',
  '15': 'Best before date',
  '22': 'Product variant',
  '414': 'Location (GLN)',
  '422': 'Country of origin',
};

/** An application identifier in words: `Batch or lot (10)`. Few need the others, which have the names of GS1's dictionary. */
export function nameElement(ai: string): string {
  const name = NAMES[ai];
  const [, title = ''] =
    new RegExp(`^(?:${ai} |${ai.slice(0, -1)}\\d-).* # (.+)$`, 'm').exec(DICTIONARY) ?? [];
  return `${nameTargetField('gs1', ai) ?? (name ? say(name) : title)} (${ai})`.trim();
}
