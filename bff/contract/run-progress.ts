import * as z from 'zod';
import { count } from './types.ts';

/** A run that goes on: how much of it is done. */
export const RunProgress = z
  .object({
    state: z.literal('processing'),
    runId: z.string().describe('For getOfficeRun'),
    done: count,
    total: count,
  })
  .meta({ id: 'RunProgress' });
export type RunProgress = z.output<typeof RunProgress>;
