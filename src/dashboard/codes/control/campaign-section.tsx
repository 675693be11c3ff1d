import { LONGEST_PREVIEW } from '#core/control/checks/control-request.ts';
import type { LogoImage } from '#core/logos/logo-image.ts';
import { say, sayRich } from '#languages/say.ts';
import { Fields, type FieldTable } from '../../frame/forms/field-table.tsx';
import { type CardProps, CardForm } from './limits-section.tsx';
import { UTM } from '../templates/utm-fields.tsx';

export function CampaignForm(props: CardProps) {
  return (
    <>
      <p>
        {say(
          'Every scan adds these to the target, so that your web analytics know where visitors come from. A parameter that the target already has stays.',
        )}
      </p>
      <CardForm {...props} name="campaign">
        <Fields of={UTM} />
      </CardForm>
    </>
  );
}

/** The link preview, by the names of its inputs. */
export const PREVIEW = {
  preview_title: {
    path: 'title',
    label: 'Title',
    placeholder: 'Our menu',
    attributes: { maxlength: LONGEST_PREVIEW.title },
  },
  preview_description: {
    path: 'description',
    label: 'Description',
    placeholder: 'What we cook this week',
    attributes: { maxlength: LONGEST_PREVIEW.description },
  },
  preview_image: {
    kind: 'choice',
    path: 'image',
    label: 'Picture',
    hint: () =>
      sayRich('One of <here>your images</here>, a PNG or JPEG. Everybody can then see it.', {
        here: (text) => <a href="/codes/images">{text}</a>,
      }),
  },
} as const satisfies FieldTable;

export function PreviewForm({ images, ...props }: CardProps & { readonly images: readonly LogoImage[] }) {
  const options = [
    { value: '', label: say('No picture') },
    ...images.map(({ id, width, height }) => ({ value: id, label: `${id}, ${width} × ${height}` })),
  ];
  return (
    <>
      <p>
        {say(
          'What chats and social networks show when somebody shares the short link. People who open it go to the target as always. Leave all empty to show what the target says about itself.',
        )}
      </p>
      <CardForm {...props} name="preview">
        <Fields of={{ ...PREVIEW, preview_image: { ...PREVIEW.preview_image, options: () => options } }} />
      </CardForm>
    </>
  );
}
