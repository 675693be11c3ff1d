import { say } from '#languages/say.ts';
import { Field } from '../../kit/field.tsx';

interface TagsFieldProps {
  /** The account's tags. */
  readonly known: readonly string[];
  readonly label: string;
}

/** Tags as text, separated by commas. The browser suggests the account's tags; a script does so for each tag, not only for the first. */
export function TagsField({ known, label }: TagsFieldProps) {
  return (
    <>
      <Field
        name="tags"
        label={label}
        hint={say('Separate tags by commas.')}
        attributes={{ list: 'known-tags', 'data-tags': true, autocomplete: 'off', dir: 'auto' }}
      />
      <KnownTags tags={known} />
    </>
  );
}

/** The suggestions for a field of tags. */
export function KnownTags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <datalist id="known-tags">
      {tags.map((tag) => (
        <option value={tag} />
      ))}
    </datalist>
  );
}
