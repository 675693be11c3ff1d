// Disables and enables codes for the operator of the service: npm run --silent code -- help
import { toPublicId } from '#core/codes/code-id.ts';
import { disableCode, enableCode, findCode } from './support/operate.ts';
import { PLACE_HELP, PLACE_OPTIONS } from './support/open-place.ts';
import { runAsProcess, toProgram } from './support/run-command.ts';

const HELP = `Usage: npm run --silent code -- <command> CODE [--remote]     CODE is an id, like qr_k7m2p9qa, or a short URL

  disable CODE --reason TEXT [--legal]    scans see a page that says so within 30 seconds, everywhere (status 403; 451 with --legal)
  enable CODE                             scans lead on again

${PLACE_HELP}`;

export const codeProgram = toProgram(
  {
    disable: {
      options: { reason: { type: 'string' }, legal: { type: 'boolean' }, ...PLACE_OPTIONS },
      words: [1, 1],
      async run([code = ''], { reason, legal, ...place }, { open, terminal }) {
        if (typeof reason !== 'string' || reason.trim() === '')
          throw new Error(`--reason is missing.\n\n${HELP}`);
        await using database = await open(place);
        const codeId = await findCode(database, code);
        await disableCode(database, codeId, { disabledFor: legal ? 'legal' : 'abuse', reason });
        terminal.log(`Disabled ${toPublicId(codeId)}. Scans see it within 30 seconds.`);
      },
    },
    enable: {
      options: PLACE_OPTIONS,
      words: [1, 1],
      async run([code = ''], place, { open, terminal }) {
        await using database = await open(place);
        const codeId = await findCode(database, code);
        await enableCode(database, codeId);
        terminal.log(`Enabled ${toPublicId(codeId)}. Scans lead on within 30 seconds.`);
      },
    },
  },
  HELP,
);

if (import.meta.main) await runAsProcess(codeProgram);
