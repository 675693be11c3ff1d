import { Field } from '../../kit/field.tsx';

interface TagsFieldProps {
  /** Tags that the account has already. */
  readonly known: readonly string[];
  readonly label: string;
}

/** Tags as text, with commas between them. The browser suggests what the account has; a script does so for each tag, not only for the first. */
export function TagsField({ known, label }: TagsFieldProps) {
  return (
    <>
      <Field
        name="tags"
        label={label}
        hint="Separate tags by commas."
        attributes={{ list: 'known-tags', 'data-tags': true, autocomplete: 'off', dir: 'auto' }}
      />
      <KnownTags tags={known} />
    </>
  );
}

/** What a field of tags suggests. */
export function KnownTags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <datalist id="known-tags">
      {tags.map((tag) => (
        <option value={tag} />
      ))}
    </datalist>
  );
}
