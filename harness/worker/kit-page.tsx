import { html } from 'hono/html';
import { Form } from '#dashboard/frame/forms/form.ts';
import { Button, ButtonRow, LinkButton, PostButton } from '#dashboard/kit/buttons.tsx';
import { ConfirmPage } from '#dashboard/kit/confirm/confirm-page.tsx';
import { CopyButton } from '#dashboard/kit/copy-button.tsx';
import { Empty } from '#dashboard/kit/empty.tsx';
import {
  CheckBox,
  CheckBoxes,
  Field,
  FieldGroup,
  FilledForm,
  Select,
  TextArea,
} from '#dashboard/kit/field.tsx';
import { Figure, Figures } from '#dashboard/kit/figures.tsx';
import { Said } from '#dashboard/kit/flash.tsx';
import { FilterChips, FilterMenu } from '#dashboard/kit/choices/filters.tsx';
import { Fold } from '#dashboard/kit/fold.tsx';
import { Menu, MenuItems, MenuLink, MenuPost } from '#dashboard/kit/choices/menu.tsx';
import { Notice, Problems } from '#dashboard/kit/notice.tsx';
import { PageHead } from '#dashboard/kit/page-head.tsx';
import { Pages } from '#dashboard/kit/pages.tsx';
import { Picker } from '#dashboard/kit/choices/picker.tsx';
import { Row, Rows } from '#dashboard/kit/rows.tsx';
import { Secret } from '#dashboard/kit/secret.tsx';
import { Skeleton } from '#dashboard/kit/skeleton.tsx';
import { Switch } from '#dashboard/kit/choices/switch.tsx';
import { Table } from '#dashboard/kit/table.tsx';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüssel';

/** Every part of the dashboard's kit on one page, each also with more text than it was made for. No Worker serves it. */
export async function drawKit(css: string): Promise<string> {
  return html`<!doctype html>${<Kit css={css} />}`;
}

function Kit({ css }: { readonly css: string }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>The kit</title>
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <main class="container">
          <Said.Provider
            value={{
              message: 'Said once, of what was done before.',
              isToast: false,
              section: '',
              undo: { undo: '', back: '' },
            }}
          >
            <PageHead title="The kit" back={{ href: '#', label: 'All pages' }}>
              <ButtonRow>
                <LinkButton kind="second" href="#">
                  Duplicate
                </LinkButton>
                <PostButton kind="second" action="#">
                  Archive
                </PostButton>
              </ButtonRow>
            </PageHead>
          </Said.Provider>
          <Menus />
          <Words />
          <Lists />
          <Fields />
          <ConfirmPage title={`Delete ${LONG}?`} action="#" back="#" button="Delete">
            <p>Nobody can undo this.</p>
          </ConfirmPage>
        </main>
      </body>
    </html>
  );
}

function Words() {
  return (
    <section>
      <h2>Words</h2>
      <Notice>To know first.</Notice>
      <Notice kind="done">Done.</Notice>
      <Problems problems={['There is no such period.', 'There is no such time zone.']} />
      <Notice kind="error">
        <p>Something is wrong with {LONG}.</p>
        <p>And with more.</p>
      </Notice>
      <Secret id="secret" label="A secret" value={LONG.repeat(3)} />
      <Empty picture="search">No match.</Empty>
      <Empty picture="scans">No scans.</Empty>
      <Empty picture="imports">No imports.</Empty>
      <Skeleton lines={3} />
      <Empty>
        <p>There is nothing yet.</p>
        <LinkButton kind="second" href="#">
          Begin
        </LinkButton>
      </Empty>
      <ButtonRow>
        <Button>What the page is for</Button>
        <Button kind="second">Another</Button>
        <Button kind="danger">Delete</Button>
        <Button kind="link">Like a link</Button>
        <a href="#cancel">Cancel</a>
      </ButtonRow>
    </section>
  );
}

function Lists() {
  return (
    <section>
      <h2>Lists</h2>
      <Rows>
        <Row title="A row" mark="this one" about="What is known of it">
          <PostButton kind="link" action="#" label="End the row">
            End
          </PostButton>
        </Row>
        <Row title={LONG} about={LONG} beside={<code>{LONG}</code>} state="ended">
          <PostButton kind="second" action="#" isInline>
            Switch
          </PostButton>
        </Row>
        <Row title="It failed" more={<p class="error">For a reason.</p>} state="failed" />
      </Rows>
      <Menu label="More" icon="ellipsis">
        <MenuItems>
          <MenuLink href="#">{LONG}</MenuLink>
          <MenuPost action="#">Archive</MenuPost>
          <MenuLink href="#" isDanger>
            Delete this…
          </MenuLink>
        </MenuItems>
      </Menu>
      <p>
        <span id="copied">A text to copy</span> <CopyButton of="copied" />
      </p>
      <Pages first="#" next="#" />
      <Switch
        label="Period"
        choices={['Today', '7 days', LONG].map((label, i) => ({ href: '#', label, isChosen: i === 1 }))}
      />
      <Figures>
        <Figure label="Codes" value={12} note="of 20" />
        <Figure label="Scans" value={1_204_512} isEstimated />
        <Figure label="With a long name" value={null} />
      </Figures>
      <Table
        columns={[
          { label: 'Limit' },
          { label: 'Used', isNumber: true },
          { label: 'Allowed', isNumber: true, isCurrent: true },
          { label: 'Change', isUnseen: true },
        ]}
      >
        {['Codes', 'Stored text'].map((name) => (
          <tr>
            <th scope="row">{name}</th>
            <td class="number">1,204</td>
            <td class="number">5,000</td>
            <td>
              <a href="#">Change</a>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Fields() {
  const form = new Form([
    ['name', LONG],
    ['box', 'on'],
  ]);
  form.refuse('name', 'This name is too long.');
  return (
    <section>
      <h2>Cards that open</h2>
      <Fold id="closed" title="When it works" summary="Always, without a limit" isOpen={false}>
        <p>What is inside.</p>
      </Fold>
      <Fold id="open" title={LONG} summary={LONG} isOpen>
        <p>{LONG}</p>
      </Fold>
      <h2>Fields</h2>
      <FilledForm form={form} action="#" class="columns grid">
        <Field name="name" label="A name" hint="At most 20 characters." />
        <Select name="choice" label="A choice" options={[{ value: '1', label: LONG }]} />
        <TextArea name="text" label="A text" />
        <CheckBox name="box" label="A box" hint="What it means." />
        <FieldGroup legend="A group">
          <Field name="from" label="From" attributes={{ type: 'date' }} />
          <Field name="until" label="Until" attributes={{ type: 'date' }} />
          <CheckBoxes legend="On these days">
            {['Monday', 'Tuesday', 'Wednesday'].map((day) => (
              <CheckBox name={day} label={day} />
            ))}
          </CheckBoxes>
        </FieldGroup>
        <Picker
          name="letter"
          legend="Letters"
          choices={[LONG, ...'ABCDEFGHIJKLMNOP'].map((label) => ({ value: label, label }))}
        />
      </FilledForm>
      <div class="grid">
        <Field name="width" label="Width in mm" attributes={{ type: 'number' }} />
        <Field name="height" label="Height in mm" attributes={{ type: 'number' }} />
      </div>
    </section>
  );
}

function Menus() {
  const choices = [LONG, 'One', 'Two'].map((label) => ({ href: '#', label, isChosen: label === 'One' }));
  return (
    <>
      <ButtonRow>
        <FilterMenu groups={[{ name: 'number', label: 'Number', choices }]} />
        <Menu label="Actions" icon="ellipsis" isIcon>
          <MenuItems>
            <li>
              <a href="#">Open</a>
            </li>
            <li>
              <button type="submit">{LONG}</button>
            </li>
          </MenuItems>
        </Menu>
      </ButtonRow>
      <FilterChips
        clear="#"
        chips={[
          { href: '#', name: 'One' },
          { href: '#', name: LONG },
        ]}
      />
    </>
  );
}
