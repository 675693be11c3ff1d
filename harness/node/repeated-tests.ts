import { appendFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** Records each repeated test, with its first failure, in the file that `REPEATED_TESTS` names: .ci/run prints it at the end. */
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
