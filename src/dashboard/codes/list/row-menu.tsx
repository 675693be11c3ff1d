import type { QrCode } from '#core/codes/qr-code.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { say } from '#languages/say.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { HiddenFields } from '../../kit/buttons.tsx';
import { Menu, MenuItems, MenuLink } from '../../kit/choices/menu.tsx';
import { nameCode } from '#core/codes/name-code.ts';
import { wordsOfScan } from '../content-names.ts';
import type { SelectionAction } from '../selection/actions.ts';
import { type CodeListQuery, formatParameters, listPageParameters } from './list-query.ts';

/** What can be done with one code, without opening it. Its changes are those of a selection of one: the list stays, and offers to undo them. */
export function RowMenu({ code, query }: { readonly code: QrCode; readonly query: CodeListQuery }) {
  const id = toPublicId(code.codeId);
  const path = `/codes/${id}`;
  const form = `do-${id}`;
  return (
    <Menu label={say('Actions for {code}', { code: nameCode(code) })} icon="ellipsis" isIcon>
      <MenuItems>
        <MenuLink href={path}>{say('Open')}</MenuLink>
        <EditorsOnly>
          {code.isDynamic ? <MenuLink href={`${path}#edit`}>{wordsOfScan(code.type).change}</MenuLink> : null}
        </EditorsOnly>
        <MenuLink href={`${path}/download`}>{say('Print or download')}</MenuLink>
        <EditorsOnly>
          <MenuLink href={`${path}/duplicate`}>{say('Duplicate')}</MenuLink>
          {code.isDynamic ? (
            code.control?.isPaused ? (
              <Action form={form} action="resume" label={say('Resume')} />
            ) : (
              <Action form={form} action="pause" label={say('Pause')} />
            )
          ) : null}
          {code.isArchived ? (
            <Action form={form} action="unarchive" label={say('Unarchive')} />
          ) : (
            <Action form={form} action="archive" label={say('Archive')} />
          )}
        </EditorsOnly>
      </MenuItems>
      <EditorsOnly>
        <form id={form} method="post" action="/codes/selection">
          <HiddenFields fields={{ query: formatParameters(listPageParameters(query)), [id]: 'on' }} />
        </form>
      </EditorsOnly>
    </Menu>
  );
}

interface ActionProps {
  readonly form: string;
  readonly action: SelectionAction;
  readonly label: string;
}

function Action({ form, action, label }: ActionProps) {
  return (
    <li>
      <button type="submit" form={form} name="action" value={action}>
        {label}
      </button>
    </li>
  );
}
