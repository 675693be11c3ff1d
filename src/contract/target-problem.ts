import * as z from 'zod';

/** Of `GET /v1/qr/{id}`, where an address that the code leads to does not work. */
export const targetProblem = z
  .object({
    url: z.string().describe('Which of the addresses that the code leads to.'),
    status: z.int().nullable().describe('Of its response. Null where there was none.'),
    message: z.string(),
    since: z.string().meta({ format: 'date-time' }).describe('When it was first found not to work.'),
  })
  .describe('Present where an address that the code leads to does not work. Not in lists.')
  .meta({ id: 'TargetProblem' });
