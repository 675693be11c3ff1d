import { say } from '#languages/say.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { toListPath } from '../list/list-query.ts';
import { TagChip } from '../tags/tag-chip.tsx';
import { FilingForm } from './filing-form.tsx';
import { SideFold } from './side-fold.tsx';
import { InPlace } from './in-place.tsx';

type LabelsProps = Parameters<typeof FilingForm>[0] & { readonly code: QrCode };

/** Tags, external id and metadata, which people who scan the code never see, and the form that changes them. */
export function Labels({ code, path, form, knownTags }: LabelsProps) {
  return (
    <SideFold id="filing" heading={say('Tags and metadata')} isOpen={form.hasErrors}>
      <ShownLabels code={code} />
      <EditorsOnly>
        <InPlace
          id="edit-filing"
          label={say('Edit tags and metadata')}
          words={say('tag, external id, campaign, this code')}
          isQuiet
          isOpen={form.hasErrors}
        >
          <FilingForm path={path} form={form} knownTags={knownTags} />
        </InPlace>
      </EditorsOnly>
    </SideFold>
  );
}

function ShownLabels({ code: { tags, externalId, metadata } }: { readonly code: QrCode }) {
  const entries = Object.entries(metadata);
  if (tags.length === 0 && externalId === null && entries.length === 0)
    return <p class="muted">{say('No tags, external id or metadata yet.')}</p>;
  return (
    <dl class="facts">
      {tags.length === 0 ? null : (
        <div>
          <dt>{say('Tags')}</dt>
          <dd class="line code-tags">
            {tags.map((tag) => (
              <a href={toListPath([['tag', tag]])}>
                <TagChip tag={tag} />
              </a>
            ))}
          </dd>
        </div>
      )}
      {externalId === null ? null : (
        <div>
          <dt>{say('External id')}</dt>
          <dd>
            <code>{externalId}</code>
          </dd>
        </div>
      )}
      {entries.map(([key, value]) => (
        <div>
          <dt dir="auto">{key}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
