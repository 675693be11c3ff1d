import { Select } from '../../kit/field.tsx';

/** Chooses the text of the code that is printed beside it. */
export function CaptionSelect(props: { readonly name: string; readonly label: string }) {
  return (
    <Select
      {...props}
      options={[
        { value: 'none', label: 'Nothing' },
        { value: 'title', label: 'Its title' },
        { value: 'short_url', label: 'Its short link' },
        { value: 'external_id', label: 'Its external id' },
      ]}
    />
  );
}
