import type { Domain, DomainPages } from '#core/domains/domain.ts';
import { say, sayRich } from '#languages/say.ts';
import { Fields, type FieldTable } from '../frame/forms/field-table.tsx';
import type { Form } from '../frame/forms/form.ts';
import { Button } from '../kit/buttons.tsx';
import { FilledForm } from '../kit/field.tsx';
import { Row, Rows } from '../kit/rows.tsx';
import { toDomainPath } from './paths.ts';

/** Where a domain leads besides its codes, by the names of the interface. */
export const ADDRESSES = {
  root_url: {
    kind: 'address',
    label: 'Start page',
    isOptional: true,
    hint: 'Where the domain itself leads, without a path.',
  },
  not_found_url: {
    kind: 'address',
    label: 'Unknown links',
    isOptional: true,
    hint: 'Where links lead that belong to no code. Leave it empty to show a page that says so.',
  },
  expired_url: {
    kind: 'address',
    label: 'Ended codes',
    isOptional: true,
    hint: 'Where codes lead that have ended, are used up or were deleted, unless they have a fallback address of their own.',
  },
} as const satisfies FieldTable;

export function writeAddresses({ rootUrl, notFoundUrl, expiredUrl }: DomainPages) {
  return { root_url: rootUrl, not_found_url: notFoundUrl, expired_url: expiredUrl };
}

/** @param form null for people who may not change them */
export function Addresses({ domain, form }: { readonly domain: Domain; readonly form: Form | null }) {
  return (
    <>
      <section class={form ? 'card' : undefined}>
        <h2>{say('Pages of the domain')}</h2>
        {form ? (
          <FilledForm form={form} action={toDomainPath(domain)} novalidate data-unsaved>
            <Fields of={ADDRESSES} />
            <Button>{say('Save')}</Button>
          </FilledForm>
        ) : (
          <AddressRows {...domain} />
        )}
      </section>
      <p class="muted">
        {sayRich('Files that open its links in your app are set through the API: <docs>see how</docs>.', {
          docs: (text) => <a href="/docs">{text}</a>,
        })}
      </p>
    </>
  );
}

function AddressRows({ pages }: Pick<Domain, 'pages'>) {
  const written = writeAddresses(pages);
  return (
    <Rows>
      {Object.entries(ADDRESSES).map(([name, { label }]) => (
        <Row title={say(label)} about={written[name as keyof typeof written] ?? say('none')} />
      ))}
    </Rows>
  );
}
