import { say, sayRich } from '#languages/say.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { PauseButton, Status } from '../control/status.tsx';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { LinkButton } from '../../kit/buttons.tsx';
import { Menu, MenuItems, MenuLink, MenuPost } from '../../kit/choices/menu.tsx';
import { Notice } from '../../kit/notice.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ScanTotals } from '../../scans/figures.tsx';
import { ScansSection } from '../../scans/section.tsx';
import { nameCode } from '#core/codes/name-code.ts';
import type { CodePageProps } from './code-page-props.ts';
import { TitleForm } from './edit-form.tsx';
import { EditHistory } from '../history/edit-history.tsx';
import { DeleteFold } from './delete-fold.tsx';
import { CodeFacts } from './facts.tsx';
import { ItemFold } from './item-fold.tsx';
import { Labels } from '../filing/labels.tsx';
import { InPlace } from './in-place.tsx';
import { LinkCard } from './leads-to.tsx';
import { Names } from '../names/names.tsx';
import { ScanFlow } from './scan-flow.tsx';

type PartProps = CodePageProps & { readonly path: string };

/** The page of a single code: its head, its picture, what it does, and at the side what it is. */
export function CodePage(props: CodePageProps) {
  const { code } = props.counted;
  const part = { ...props, path: `/codes/${toPublicId(code.codeId)}` };
  return (
    <div class="code-page">
      <PageHead back={{ href: '/codes', label: say('All codes') }} title={nameCode(code)} dir="auto">
        <HeadActions {...part} />
      </PageHead>
      <Picture code={code} path={part.path} />
      <LinkCard {...part} />
      <div class="code-main">{code.isDynamic ? <DynamicParts {...part} /> : <StaticParts {...part} />}</div>
      <div class="code-side">
        {code.gs1 ? <ItemFold gs1={code.gs1} levels={props.levels} /> : null}
        {code.isDynamic ? <Names {...props.names} path={part.path} counted={props.counted} /> : null}
        <Labels {...part} code={code} form={props.filingForm} />
        <CodeFacts code={props.counted.code} />
        <EditorsOnly>
          <DeleteFold code={code} form={props.deleteForm} />
        </EditorsOnly>
      </div>
    </div>
  );
}

/** Beside the title: the way to change it, the state, and what one may do with the code. */
function HeadActions({ counted, path, figures, titleForm, conflicts }: PartProps) {
  const { code, status } = counted;
  return (
    <>
      <EditorsOnly>
        <InPlace
          id="name"
          label={say('Change title')}
          words={say('rename, name, this code')}
          isIcon
          isOpen={titleForm.hasErrors}
        >
          <TitleForm {...{ path, code, conflicts }} range={figures.range} form={titleForm} />
        </InPlace>
      </EditorsOnly>
      <div class="cluster code-state">
        {code.isArchived ? <span class="status archived">{say('Archived')}</span> : null}
        {code.isDynamic ? <Status status={status} /> : null}
      </div>
      <EditorsOnly>
        <div class="cluster code-actions">
          {code.isDynamic ? (
            <>
              <PauseButton path={path} isPaused={code.control?.isPaused ?? false} />
              <LinkButton
                kind="second"
                href={`${path}/analytics#share`}
                words={say('report, link, client, publish, send, public')}
              >
                {sayRich('Share<hidden> the statistics</hidden>', {
                  hidden: (text) => <span class="visually-hidden">{text}</span>,
                })}
              </LinkButton>
            </>
          ) : null}
          <MoreActions code={code} path={path} />
        </div>
      </EditorsOnly>
    </>
  );
}

function MoreActions({ code, path }: { readonly code: QrCode; readonly path: string }) {
  return (
    <Menu label={say('More')} icon="ellipsis">
      <MenuItems>
        <MenuLink href={`${path}/duplicate`} words={say('copy, clone, this code, same look')}>
          {say('Duplicate')}
        </MenuLink>
        <MenuPost
          action={`${path}/archive`}
          fields={{ archived: code.isArchived ? '' : 'on' }}
          words={code.isArchived ? say('restore, bring back, this code') : say('hide, put away, this code')}
        >
          {code.isArchived ? say('Unarchive') : say('Archive')}
        </MenuPost>
        <MenuLink href="#delete" isDanger words={say('remove, destroy')}>
          {say('Delete this code…')}
        </MenuLink>
      </MenuItems>
    </Menu>
  );
}

function Picture({ code, path }: { readonly code: QrCode; readonly path: string }) {
  return (
    <div class="code-picture card">
      <img
        src={`${path}/image.svg`}
        width="320"
        height="320"
        alt={say('QR code {name}', { name: nameCode(code) })}
      />
      <p class="cluster downloads">
        <LinkButton href={`${path}/download`} words={say('export, PDF, poster, sticker, label, save')}>
          {say('Print or download')}
        </LinkButton>
        {(['PNG', 'SVG'] as const).map((format) => (
          <LinkButton kind="second" href={`${path}/image.${format.toLowerCase()}?download`}>
            {sayRich('<hidden>Download </hidden>{format}', {
              hidden: (text) => <span class="visually-hidden">{text}</span>,
              format,
            })}
          </LinkButton>
        ))}
      </p>
    </div>
  );
}

function DynamicParts(props: PartProps) {
  const { path, counted, figures, problems } = props;
  return (
    <>
      <ScanTotals {...figures} />
      <ScansSection path={path} control={counted.code.control} problems={problems} {...figures} />
      <ScanFlow {...figures} counted={counted} path={path} />
      <History {...props} />
    </>
  );
}

function History({ path, history }: PartProps) {
  return (
    <section id="history" class="card" aria-labelledby="history-heading">
      <h2 id="history-heading">{say('History')}</h2>
      {history.isNewest ? null : (
        <p class="alone">
          <a href={`${path}#history`}>{say('Newest edits')}</a>
        </p>
      )}
      {history.edits.length === 0 ? (
        <p>
          {history.isNewest
            ? say('Not edited yet. Each change will be listed here, with its author.')
            : say('There are no earlier edits.')}
        </p>
      ) : (
        <EditHistory {...history} path={path} />
      )}
    </section>
  );
}

function StaticParts(props: PartProps) {
  return (
    <>
      <Notice>
        {say(
          'This code is static: the symbol itself holds the content, so the content cannot change and scans cannot be counted.',
        )}
        {props.counted.code.type === 'url'
          ? ` ${say('To edit a code or count its scans, create a dynamic one.')}`
          : null}
      </Notice>
      <History {...props} />
    </>
  );
}
