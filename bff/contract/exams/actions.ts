import * as z from 'zod';
import { count, dollars, instant } from '../types.ts';
import { actionNames } from './action-of.ts';

/**
 * One thing that the caller may do with an exam now, or may not, as the call itself would answer.
 */
export const ExamAction = z
  .object({
    action: z.enum(actionNames),
    allowed: z.boolean(),
    code: z.string().optional().describe('Not allowed: the code of the error of the call'),
    reason: z.string().optional().describe('Not allowed: its sentence'),
    until: instant.optional().describe('Allowed until then; absent: no limit that is known'),
    allowedFrom: instant
      .optional()
      .describe('Not allowed yet: from then on, as far as time alone decides'),
    finishBy: instant
      .optional()
      .describe('startCourse: until when exam and assignments have to be done'),
    fees: z
      .object({ proctorFee: dollars, additionalFee: dollars })
      .optional()
      .describe('What has to be paid before it; register again: what the new sitting will ask'),
    givenBack: z
      .object({
        credits: count.describe("Credits that are the student's again"),
        additionalFeeRefunded: dollars,
        proctorFeeRefunded: dollars,
        proctorFeeKept: dollars.describe('It counts for the next session'),
        proctorFeeLost: dollars,
        keptUntil: instant.optional().describe('Given up before then the proctor fee is kept'),
      })
      .optional()
      .describe('cancel, cancelSession: what becomes of what was paid'),
    suggestedReason: z
      .literal(1)
      .optional()
      .describe('cancel, cancelSession, staff: the reason that comes first, of who was absent'),
  })
  .meta({ id: 'ExamAction' });
export type ExamAction = z.output<typeof ExamAction>;
