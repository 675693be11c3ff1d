import { appendFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** Notes each test that was repeated, and what failed first, in the file that `REPEATED_TESTS` names: .ci/run shows it at its end. */
export default class RepeatedTests implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const file = process.env['REPEATED_TESTS'];
    if (file === undefined || !test.diagnostic()?.retryCount) return;
    const { state, errors } = test.result();
    const cause = errors?.[0]?.message.split('\n', 1)[0] ?? 'unknown';
    const { relativeModuleId } = test.module;
    appendFileSync(file, `${state} when repeated: ${relativeModuleId} > ${test.fullName} (${cause})\n`);
  }
}
