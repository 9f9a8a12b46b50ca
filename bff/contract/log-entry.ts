import * as z from 'zod';
import { instant } from './types.ts';

/** One line of the user activity history of a record. */
export const LogEntry = z
  .object({
    loginname: z.string().describe("A login name, a student's address, or system"),
    stamp: instant,
    op: z.enum(['insert', 'update', 'delete', 'action']),
    tname: z.string().describe('What kind of record: student, registration, package'),
    querysql: z
      .string()
      .describe('What was done, in words, one line a field; its name is old, it holds no SQL'),
    count: z.int().min(1).describe('Equal ones within 60 seconds are one'),
  })
  .meta({ id: 'LogEntry' });
export type LogEntry = z.output<typeof LogEntry>;

/** Of a record, newest first, at most 200. */
export const logs = z
  .array(LogEntry)
  .describe('For admins, newest first; empty for others, and in lists of more than 20 students');
