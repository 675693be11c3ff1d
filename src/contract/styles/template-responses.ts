import * as z from 'zod';
import { ERROR_CORRECTION_LEVELS } from '#core/codes/error-correction.ts';
import { shownUtm } from '../codes/control.ts';
import { timestamp } from '../codes/responses.ts';
import { open } from '../open.ts';
import { color, shownStyle } from './styles.ts';

/** The responses of `/v1/templates`. */

export const template = z
  .object({
    id: z.string().regex(/^tpl_[0-9a-f]{16}$/),
    name: z.string(),
    style: shownStyle,
    color: z.object({ dark: color, light: color }),
    margin: z.int(),
    error_correction: open(z.enum(ERROR_CORRECTION_LEVELS).meta({ id: 'ErrorCorrection' })),
    utm: shownUtm.describe('Campaign parameters of new dynamic codes.'),
    default: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({
    id: 'Template',
    description: 'A named design, with campaign parameters, that new codes can copy.',
  });
