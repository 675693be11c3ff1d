import { toPublicId } from '#core/codes/code-id.ts';
import type { RowError } from '#core/imports/import-job.ts';
import { err, ok } from '#core/result.ts';
import type { RowGate } from '#service/imports/row-gate.ts';
import { toFailure } from '../codes/bulk.ts';
import { toUpsertError } from '../codes/problems.ts';
import { namedTemplate } from '#contract/styles/templates.ts';
import { readUpsert } from '#contract/codes/upserts.ts';
import { type ApiError, invalid, invalidFields } from '../errors.ts';

/** Rows of imports as bodies of `PUT /v1/qr/bulk`, and what is wrong with them as the errors of its results. */
export const rowGate: RowGate = {
  templateOf: ({ body }) => namedTemplate(body),

  read({ body, comesPaused, origin }, templates) {
    const upsert = readUpsert(body, null, templates);
    if (!upsert.ok) return err(toRowError(invalid(upsert.error)));
    const { newCode } = upsert.value;
    // Only a new code: whoever has resumed it since does not want it paused again.
    const control = comesPaused ? { ...newCode.control, isPaused: true } : newCode.control;
    return ok({ ...upsert.value, newCode: { ...newCode, control, origin } });
  },

  explain: (problem) => toRowError(toUpsertError(problem)),

  explainRow: (problems) => toRowError(invalidFields(problems)),

  explainConflict(code) {
    const message = `Your code ${toPublicId(code.codeId)} has the external id "${code.externalId}" already, and differs from this row.`;
    return toRowError(
      invalidFields([{ field: 'external_id', code: 'external_id_taken', message }], 'external_id_taken'),
    );
  },
};

function toRowError(error: ApiError): RowError {
  return toFailure(0, error).error;
}
