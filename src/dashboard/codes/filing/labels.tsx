import { say } from '#languages/say.ts';
import { writeOwnTexts } from '#core/codes/own-texts.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { toListPath } from '../list/list-query.ts';
import { TagChip } from '../tags/tag-chip.tsx';
import { FILED_TEXTS, OWN_TEXTS } from '../own-texts.ts';
import { FilingForm } from './filing-form.tsx';
import { SideFold } from '../page/side-fold.tsx';
import { InPlace } from '../page/in-place.tsx';

type LabelsProps = Parameters<typeof FilingForm>[0] & { readonly code: QrCode };

/** Tags, own texts and metadata, which people who scan the code never see, and the form that changes them. */
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

function ShownLabels({ code }: { readonly code: QrCode }) {
  const { tags } = code;
  const entries = Object.entries(code.metadata);
  const own = writeOwnTexts(code);
  const texts = FILED_TEXTS.filter((name) => own[name] !== null);
  if (tags.length + texts.length + entries.length === 0)
    return <p class="muted">{say('No tags, external id or metadata yet.')}</p>;
  return (
    <dl class="pair">
      {tags.length === 0 ? null : (
        <div>
          <dt>{say('Tags')}</dt>
          <dd class="cluster code-tags">
            {tags.map((tag) => (
              <a href={toListPath([['tag', tag]])}>
                <TagChip tag={tag} />
              </a>
            ))}
          </dd>
        </div>
      )}
      {texts.map((name) => (
        <div>
          <dt>{say(OWN_TEXTS[name].label)}</dt>
          <dd>{OWN_TEXTS[name].kind === 'exact' ? <code>{own[name]}</code> : <bdi>{own[name]}</bdi>}</dd>
        </div>
      ))}
      {entries.map(([key, value]) => (
        <div>
          <dt dir="auto">{key}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
