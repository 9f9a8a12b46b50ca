import * as z from 'zod';
import { receiptYears } from './receipt-years.ts';

const noYear = 'Please choose a year.';

/** The year of a receipt, as a number or as text. */
export const receiptYear = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{4}$/)
        .transform(Number),
    ],
    { error: noYear },
  )
  .refine((year) => receiptYears(new Date()).includes(year), noYear)
  .describe('The current one of New York or one of the four before');
