import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * Every file of the use cases that lets something leave the service for an account, and what holds it to accounts that are neither suspended
 * nor deleted (test/api/accounts/out-of-use.test.ts). Ask `IS_IN_USE` before another one is added.
 */
const SENDERS = {
  'src/service/abuse/mail-reports.ts': 'to the operator',
  'src/service/accounts/mail-sign-in-link.ts':
    'not to people of a suspended account; those of a deleted one restore it',
  'src/service/accounts/warn.ts': 'not to owners of either, but of the deletion itself',
  'src/service/domains/watch.ts': 'lists no domain of either',
  'src/service/events/hand-over.ts': 'hands over no event of either',
  'src/service/events/send.ts': 'gets no webhook of either',
  'src/service/summaries/mail-summaries.ts': 'lists no subscriber of either',
  'src/service/targets/check-targets.ts': 'asks no target of either',
};

const SENDING = /\bmailer\.send\(|\bsendBatch\(|\bdeps\.fetch\b/;

it('nothing sends for an account but the files of the list', () => {
  const files = globSync('src/service/**/*.ts').filter((file) => SENDING.test(readFileSync(file, 'utf8')));
  expect(files.sort()).toEqual(Object.keys(SENDERS));
});
