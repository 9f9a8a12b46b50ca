import * as z from 'zod';
import { count } from './types.ts';

/** The progress of a run that has not ended. */
export const RunProgress = z
  .object({
    state: z.literal('processing'),
    runId: z.string().describe('For getOfficeRun'),
    done: count,
    total: count,
  })
  .meta({ id: 'RunProgress' });
export type RunProgress = z.output<typeof RunProgress>;
