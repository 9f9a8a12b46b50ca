import * as z from 'zod';
import { flag } from '../types.ts';

/** Fields of a form with a file that is previewed before it is saved. */
export const looking = {
  preview: flag.optional().describe('Only look: what would be done? Nothing is saved.'),
  previewed: z
    .string()
    .max(64)
    .optional()
    .describe('The fingerprint of the preview that was shown; what is done otherwise is said'),
};

/** The fingerprint of a preview, beside its rows. */
export const fingerprint = z.string().describe('To be sent as `previewed` with the upload');
