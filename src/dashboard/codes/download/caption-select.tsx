import { say } from '#languages/say.ts';
import { Select } from '../../kit/field.tsx';

/** Chooses the text of the code that is printed beside it. */
export function CaptionSelect(props: { readonly name: string; readonly label: string }) {
  return (
    <Select
      {...props}
      options={[
        { value: 'none', label: say('No text') },
        { value: 'title', label: say('The title') },
        { value: 'short_url', label: say('The short link') },
        { value: 'external_id', label: say('The external id') },
      ]}
    />
  );
}
