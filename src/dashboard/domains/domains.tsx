import { Hono } from 'hono';
import { domainChange, newDomainBody, toDomainChange } from '#contract/domains/domains.ts';
import type { Domain } from '#core/domains/domain.ts';
import { say } from '#languages/say.ts';
import { changeDomain, claimDomain, deleteDomain, verifyDomain } from '#service/domains/domains.ts';
import { findNameCount, findDomain, listDomains } from '#storage/domains/domains.ts';
import { renderSettings } from '../accounts/settings/list-room.tsx';
import { requireOwner } from '../accounts/sign-in/require-session.ts';
import type { DashboardContext, DashboardEnv } from '../frame/dashboard-env.ts';
import { redirectSaying } from '../frame/flash/flash.ts';
import { readFields, writeFields } from '../frame/forms/field-table.tsx';
import { Form, readForm } from '../frame/forms/form.ts';
import { submit } from '../frame/forms/validate-form.ts';
import { findOwn, PageError } from '../frame/page-error.ts';
import { renderPage } from '../frame/render.tsx';
import { ADDRESSES, writeAddresses } from './addresses.tsx';
import { DomainPage } from './domain-page.tsx';
import { DomainsPage } from './domains-page.tsx';
import { toCodesPath, toDomainPath } from './paths.ts';

/** `/settings/domains`: the hosts of the account for its short links. */
export const domainRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => showDomains(c, new Form()))
  .post('/', requireOwner, addDomain)
  .get('/:id', showDomain)
  .post('/:id', requireOwner, saveAddresses)
  .post('/:id/check', requireOwner, checkDomain)
  .post('/:id/default', requireOwner, changeDefault)
  .post('/:id/delete', requireOwner, removeDomain);

async function showDomains(c: DashboardContext, form: Form): Promise<Response> {
  const { role, account } = c.get('person');
  const domains = await listDomains(c.get('deps').db, account.id);
  const adding = role === 'owner' ? { form } : null;
  const page = <DomainsPage {...{ domains, adding }} nowMs={c.get('deps').nowMs()} />;
  return renderSettings(c, 'Domains', page, form);
}

/** `POST /settings/domains`. The page of the domain says what comes next; a host that the account has already leads to its page. */
async function addDomain(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const claimed = await submit(form, newDomainBody, { host: readHost(form) }, ({ host }) =>
    claimDomain(c.get('deps'), c.get('person'), host),
  );
  return claimed ? c.redirect(toDomainPath(claimed), 303) : showDomains(c, form);
}

/** A host as people paste it: `https://Go.Brand.example/` too. An address with a path is not a host, and is refused. */
function readHost(form: Form): string {
  return form.trimmed('host').replace(/^https?:\/\/([^/?#]+)\/?$/i, '$1');
}

async function showDomain(c: DashboardContext): Promise<Response> {
  const domain = await findOwn(c, findDomain);
  return renderDomain(c, domain, new Form(writeFields(writeAddresses(domain.pages))));
}

async function renderDomain(c: DashboardContext, domain: Domain, form: Form): Promise<Response> {
  const isOwner = c.get('person').role === 'owner';
  const [counted] = isOwner ? await findNameCount(c.get('deps').db, domain) : [];
  return renderPage(
    c,
    { title: domain.host, section: 'Settings', status: form.status },
    <DomainPage
      domain={domain}
      nowMs={c.get('deps').nowMs()}
      form={isOwner ? form : null}
      names={counted?.names ?? 0}
    />,
  );
}

async function saveAddresses(c: DashboardContext): Promise<Response> {
  const domain = await findOwn(c, findDomain);
  const form = await readForm(c);
  const changed = await submit(form, domainChange, readFields(form, ADDRESSES), (body) =>
    changeDomain(c.get('deps'), domain, toDomainChange(body, domain)),
  );
  return changed ? redirectSaying(c, toDomainPath(domain), 'domain_saved') : renderDomain(c, domain, form);
}

async function checkDomain(c: DashboardContext): Promise<Response> {
  const domain = await findOwn(c, findDomain);
  await verifyDomain(c.get('deps'), domain);
  return redirectSaying(c, toDomainPath(domain), 'domain_checked');
}

async function changeDefault(c: DashboardContext): Promise<Response> {
  const domain = await findOwn(c, findDomain);
  const isDefault = (await readForm(c)).isChecked('default');
  const changed = await changeDomain(c.get('deps'), domain, { isDefault });
  // It has stopped working since the page was shown.
  if (!changed.ok) return redirectSaying(c, toDomainPath(domain), 'unchanged');
  return redirectSaying(c, toDomainPath(domain), 'saved');
}

async function removeDomain(c: DashboardContext): Promise<Response> {
  const domain = await findOwn(c, findDomain);
  const deleted = await deleteDomain(c.get('deps'), c.get('person'), domain);
  if (deleted.ok) return redirectSaying(c, '/settings/domains', 'domain_deleted');
  const link = { href: toCodesPath(domain.host), label: say('Show these codes') };
  throw new PageError(
    409,
    say('Not deleted'),
    say(
      'Codes have the domain {host}, and printed codes never change theirs. You can delete it once they are deleted.',
      {
        host: domain.host,
      },
    ),
    link,
  );
}
