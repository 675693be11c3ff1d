import { LONGEST_PREVIEW, LONGEST_UTM_VALUE } from '#core/control/checks/control-request.ts';
import { say } from '#languages/say.ts';
import { Fields, type FieldTable } from '../../frame/forms/field-table.tsx';
import { type CardProps, CardForm } from './limits-section.tsx';

const VALUE = { kind: 'exact', attributes: { maxlength: LONGEST_UTM_VALUE } } as const;

/** The campaign parameters, by the names of their inputs. */
export const UTM = {
  utm_source: { ...VALUE, path: 'source', label: 'Source (utm_source)', placeholder: 'flyer' },
  utm_medium: { ...VALUE, path: 'medium', label: 'Medium (utm_medium)', placeholder: 'print' },
  utm_campaign: { ...VALUE, path: 'campaign', label: 'Campaign (utm_campaign)', placeholder: 'spring-sale' },
  utm_term: { ...VALUE, path: 'term', label: 'Term (utm_term)', placeholder: 'running-shoes' },
  utm_content: { ...VALUE, path: 'content', label: 'Content (utm_content)', placeholder: 'back-page' },
} as const satisfies FieldTable;

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
} as const satisfies FieldTable;

export function PreviewForm(props: CardProps) {
  return (
    <>
      <p>
        {say(
          'What chats and social networks show when somebody shares the short link. People who open it go to the target as always. Leave both empty to show what the target says about itself.',
        )}
      </p>
      <CardForm {...props} name="preview">
        <Fields of={PREVIEW} />
      </CardForm>
    </>
  );
}
