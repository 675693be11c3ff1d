import { say, sayRich } from '#languages/say.ts';
import { isOnThisMachine } from '#core/http/local-host.ts';
import type { Control } from '#core/control/control.ts';
import { hasBranches, isSplit, listBranchCounts } from '../../scans/charts/branches.tsx';
import { ShareBar, ShareKey } from '../control/share-bar.tsx';
import { VariantsForm } from '../control/variants-section.tsx';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import type { ScanFiguresProps } from '../../scans/figures.tsx';
import { wordsOfScan } from '../content-names.ts';
import { LookAlikeWarning } from '../look-alike.tsx';
import { Holds } from '../readable-content.tsx';
import type { CodePageProps } from './code-page-props.ts';
import { TargetForm } from './edit-form.tsx';
import { InPlace } from './in-place.tsx';
import { BrokenTarget } from './target.tsx';

type LeadsToProps = CodePageProps & { readonly path: string };

/** The short link and where it leads, each with the way to change it. */
export function LinkCard(props: LeadsToProps) {
  const { counted, shortUrl } = props;
  const { code, targetFailure } = counted;
  return (
    <div class="card link-card">
      {code.isDynamic || code.shortCode !== null ? <ShortLink shortUrl={shortUrl} /> : null}
      {code.isDynamic ? (
        <LeadsTo {...props} />
      ) : (
        <>
          <h2 class="label">{say('Content')}</h2>
          <Holds code={code} />
          {code.type === 'url' ? <LookAlikeWarning target={code.target} /> : null}
        </>
      )}
      {targetFailure ? <BrokenTarget failure={targetFailure} target={code.target} /> : null}
    </div>
  );
}

function ShortLink({ shortUrl }: { readonly shortUrl: string }) {
  return (
    <>
      <h2 class="label">{say('Short link')}</h2>
      <p class="cluster short-link">
        <a href={shortUrl} target="_blank" rel="noreferrer noopener">
          <span id="short-link">{shortUrl}</span>
          <span class="visually-hidden"> {say('(opens in a new tab)')}</span>
        </a>
        <CopyButton of="short-link" />
      </p>
      {isOnThisMachine(new URL(shortUrl)) ? <LocalLinkHint /> : null}
    </>
  );
}

function LocalLinkHint() {
  return (
    <details class="fine">
      <summary>{say('Only this computer can open this link')}</summary>
      <p class="muted">
        {sayRich(
          'A phone that scans the code cannot open a link to localhost. To make codes that phones in your network can scan, start the service with <command>npm start -- --host 0.0.0.0</command> and create the code again. The picture of this one keeps its address.',
          { command: (text) => <code>{text}</code> },
        )}
      </p>
    </details>
  );
}

/** The target, or the split in its place. Forms open below. */
function LeadsTo(props: LeadsToProps) {
  const { figures, targetForm, conflicts, variantsForm, path, files } = props;
  const { code } = props.counted;
  const { control, target } = code;
  const split = isSplit(control);
  const words = wordsOfScan(code.type);
  const opened = { revision: String(code.revision), next: 'code' };
  return (
    <>
      <h2 class="label">
        {hasBranches(control) && !split ? say('Leads to, if no rule applies') : words.does}
      </h2>
      <div class="leads-to cluster">
        {split && control ? (
          <SplitSummary control={control} statistics={figures.statistics} />
        ) : (
          <div class="now">
            <Holds code={code} />
            <LookAlikeWarning target={target} />
          </div>
        )}
        <EditorsOnly>
          {split ? (
            <InPlace
              id="split"
              label={say('Change the A/B test')}
              words={say('variants, split, shares')}
              isOpen={variantsForm.hasErrors}
            >
              <VariantsForm {...{ path, opened }} form={variantsForm} section="split" />
            </InPlace>
          ) : null}
          <InPlace
            id="edit"
            label={words.change}
            words={say('edit, redirect, destination, URL, link, this code')}
            isQuiet={split}
            isOpen={targetForm.hasErrors || targetForm.focused !== undefined}
          >
            <TargetForm {...{ path, code, files, conflicts }} range={figures.range} form={targetForm} />
          </InPlace>
        </EditorsOnly>
      </div>
    </>
  );
}

/** What the split has brought so far. Where each variant leads stands below, in what happens on a scan. */
function SplitSummary({
  control,
  statistics,
}: { readonly control: Control } & Pick<ScanFiguresProps, 'statistics'>) {
  const counts = listBranchCounts({ control, statistics }).slice(control.rules.length);
  return (
    <div class="now">
      <ShareBar shares={control.variants.map(({ weight }) => weight)} />
      <ul class="split-summary cluster">
        {control.variants.map(({ name }, i) => (
          <li>
            <ShareKey i={i} />
            <bdi>{name}</bdi> {counts[i]}
          </li>
        ))}
      </ul>
    </div>
  );
}
