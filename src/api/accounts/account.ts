import { account, accountChange, toAccountResource, toAccountChange } from '#contract/account.ts';
import { toUsualError } from '#contract/usual-problem.ts';
import { changeOwnAccount } from '#service/accounts/change-account.ts';
import { findAccountBrand } from '#storage/accounts/account-brands.ts';
import { ACCOUNT } from '../examples.ts';
import { operation } from '../operation.ts';

export const getAccount = operation({
  method: 'get',
  path: '/v1/account',
  summary: 'Read the account',
  description: 'The account of the key, and the brand that the pages of its codes show.',
  response: account,
  example: ACCOUNT,
  handle: async ({ deps, actor }) =>
    toAccountResource(actor.account, await findAccountBrand(deps.db, actor.account.id)),
});

export const updateAccount = operation({
  method: 'patch',
  path: '/v1/account',
  summary: 'Change the account: its name, its brand',
  description:
    'The brand is the name, colour and logo that people see on the pages of your codes: a text, a contact, an event, a Wi-Fi network, a password, a code that is paused or has ended. Pages follow within 30 seconds.',
  body: accountChange,
  bodyExample: { brand: { name: 'Bella Fig', color: '#7a1f3d' } },
  response: account,
  example: ACCOUNT,
  errors: ['unsafe_target'],
  async handle({ deps, actor, body }) {
    const changed = await changeOwnAccount(deps, actor, toAccountChange(body));
    if (!changed.ok) throw toUsualError(changed.error, 'account');
    return toAccountResource(changed.value.account, changed.value.brand);
  },
});
