import { say, sayRich } from '#languages/say.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { MAX_RENDITIONS, type Rendition, toRenditionId } from '#core/styles/rendition.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { PostButton } from '../../kit/buttons.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { DesignForm, SizeFields } from '../form/design/design-form.tsx';
import { DesignFields } from '../form/design/design-fields.tsx';
import type { DesignProps } from '../form/design/design-props.ts';
import { TemplateSelect } from '../form/design/templates.tsx';
import type { Preview } from '../form/preview.tsx';
import { nameCode } from '#core/codes/name-code.ts';
import { countModules, pixelsOf } from '../picture-size.ts';

interface RenditionsPageProps extends DesignProps {
  readonly code: QrCode;
  readonly renditions: readonly Rendition[];
  readonly templates: Parameters<typeof TemplateSelect>[0]['templates'];
  readonly preview: Preview;
}

/** The renditions of a code, and the form for another one. */
export function RenditionsPage({ code, renditions, ...design }: RenditionsPageProps) {
  const path = `/codes/${toPublicId(code.codeId)}`;
  return (
    <>
      <PageHead
        back={{ href: path, label: say('Back to the code') }}
        title={sayRich('Other pictures of {name}', { name: <bdi>{nameCode(code)}</bdi> })}
      />
      <p>
        {code.isDynamic
          ? say(
              'Another picture holds the same content as the code. Its scans count for the code, and pictures that you have already printed do not change. You can add up to {most, number}.',
              { most: MAX_RENDITIONS },
            )
          : say(
              'Another picture holds the same content as the code. Pictures that you have already printed do not change. You can add up to {most, number}.',
              { most: MAX_RENDITIONS },
            )}
      </p>
      {renditions.length === 0 ? <p>{say('There are no other pictures yet.')}</p> : null}
      <ul class="pictures grid">
        {renditions.map((rendition, i) => (
          <OneRendition
            rendition={rendition}
            path={path}
            name={say('Other picture {number, number}', { number: i + 1 })}
          />
        ))}
      </ul>
      <EditorsOnly>
        <AddForm {...design} />
      </EditorsOnly>
    </>
  );
}

function OneRendition({
  rendition,
  path,
  name,
}: {
  readonly rendition: Rendition;
  readonly path: string;
  readonly name: string;
}) {
  const { width, height } = pixelsOf(rendition);
  const file = `${path}/renditions/${toRenditionId(rendition)}`;
  return (
    <li>
      <img class="picture" src={`${file}.svg`} width="160" height="160" alt={name} loading="lazy" />
      <h2>{name}</h2>
      <p>
        {say(
          '{width} × {height} pixels, {modules} × {modules} modules, with a margin of {margin, plural, one {# module} other {# modules}}',
          {
            width: String(width),
            height: String(height),
            modules: String(countModules(rendition)),
            margin: rendition.margin,
          },
        )}
      </p>
      <p class="cluster">
        {(['png', 'svg'] as const).map((format) => (
          <a href={`${file}.${format}?download`}>
            {sayRich('<hidden>Download {name} as </hidden>{format}', {
              hidden: (text) => <span class="visually-hidden">{text}</span>,
              name,
              format: format.toUpperCase(),
            })}
          </a>
        ))}
      </p>
      <EditorsOnly>
        <PostButton kind="quiet" action={`${file}/delete`} label={say('Delete {name}', { name })}>
          {say('Delete')}
        </PostButton>
      </EditorsOnly>
    </li>
  );
}

type AddFormProps = Omit<RenditionsPageProps, 'code' | 'renditions'>;

function AddForm({ templates, preview, ...design }: AddFormProps) {
  const { form, action } = design;
  return (
    <>
      <h2 id="design">{say('Add a picture')}</h2>
      <DesignForm
        {...{ form, action, preview }}
        again={action}
        previewPath={`${action}/preview`}
        submit={say('Add picture')}
      >
        <section aria-labelledby="design">
          <TemplateSelect templates={templates} action={action} />
          <DesignFields {...design} />
          <SizeFields />
        </section>
      </DesignForm>
    </>
  );
}
