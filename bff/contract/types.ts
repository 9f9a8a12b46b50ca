import { normalizeLine, normalizeLines } from '@portal/access/text/normalize-text';
import {
  isPhone,
  nameOfCharacter,
  turnsRound,
  withCharacter,
} from '@portal/access/text/person-rules';
import * as z from 'zod';
import { isBirthDate, newYorkDay, readDay } from './days.ts';

/** Ids are positive; the bound is that of the databases' integer. */
const largestId = 2_147_483_647;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to keep out
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const idMessage = 'Must be a positive whole number';
export const id = z.int({ error: idMessage }).min(1, idMessage).max(largestId, idMessage);
/** An id in a query, where everything is text. */
export const queryId = z
  .union([
    z.number(),
    z
      .string()
      .overwrite(normalizeLine)
      .regex(/^\d{1,10}$/, idMessage),
  ])
  .transform(Number)
  .pipe(id);

/** Only blanks, which count as no answer; an empty text is the error of its field. R-404. */
const isBlank = (value: string): boolean => value !== '' && normalizeLine(value) === '';

/**
 * A required text as a person typed, pasted or filled it in, normalised before any other check.
 *
 */
export const typed = (error: string, normalize = normalizeLine) =>
  z
    .string({ error })
    .refine((value) => !isBlank(value), { error: 'Required', abort: true })
    .overwrite(normalize);

const unreadableIn = (value: string): string | undefined =>
  controlCharacters.exec(value)?.[0] ??
  (turnsRound(value) ? '\u202e' : undefined) ??
  (value.isWellFormed() ? undefined : '\ud800');

const readable = (most: number, error: string, normalize: (text: string) => string) =>
  typed(error, normalize)
    .min(1, error)
    .max(most, { error: `At most ${most} characters`, abort: true })
    .refine((value) => unreadableIn(value) === undefined, {
      error: ({ input }) =>
        'Holds a character that cannot be read: ' +
        `${nameOfCharacter(unreadableIn(String(input)) ?? '')}`,
    });

/** Text of a person on one line: normalised, 1 to `most` characters that can be read. R-404. */
export const text = (most: number, error = 'Required') => readable(most, error, normalizeLine);

/** Text of a person of several lines (notes, reasons, comments, messages). R-404. */
export const lines = (most: number, error = 'Required') => readable(most, error, normalizeLines);

/** Opaque text made by a machine (tokens, keys): visible ASCII, kept as it is. */
export const opaque = (most: number, error = 'Required') =>
  z
    .string({ error })
    .max(most, `At most ${most} characters`)
    .regex(/^[\x21-\x7e]+$/, error);

const isWholeCents = (dollars: number): boolean =>
  Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;

/** Dollars in a request: 0 or more, at most two places. */
export const dollarsIn = z
  .number({ error: 'Must be an amount in dollars' })
  .min(0, 'Must not be below 0')
  .max(999_999.99, 'Too large')
  .refine(isWholeCents, 'Must have at most two decimal places')
  .meta({ examples: [104.5] });
/** Dollars in an answer, with at most two places. */
export const dollars = z.number().meta({ examples: [104.5] });

/**
 * A schema with a name, or null. The documentation of `.nullable()` on such a schema asks for both
 * at once, which nothing fulfils.
 */
export const orNull = <Named extends z.ZodType>(named: Named) => z.union([named, z.null()]);

export const count = z.int().min(0);
/** A day, `YYYY-MM-DD`. */
export const day = z
  .string()
  .overwrite(normalizeLine)
  .pipe(z.iso.date())
  .meta({ examples: ['2026-12-06'] });
/** An instant in an answer: ISO 8601 with offset. */
export const instant = z.iso
  .datetime({ offset: true })
  .meta({ examples: ['2026-12-06T14:30:00Z'] });
/** `HH:mm`, New York. */
export const time = z
  .string()
  .regex(/^\d{2}:\d{2}$/)
  .meta({ description: 'HH:mm, New York', examples: ['09:30'] });

/**
 * A birth date in a request, as `YYYY-MM-DD` or `MM/DD/YYYY`; a real date, in the past, at most 120
 * years ago. R-007.
 */
export const dob = typed('DOB invalid')
  .max(10, 'DOB invalid')
  .transform((value, context) => {
    const read = readDay(value);
    if (read !== null && isBirthDate(read, newYorkDay(new Date()))) return read;
    context.addIssue({ code: 'custom', message: 'DOB invalid' });
    return z.NEVER;
  })
  .meta({
    description: 'YYYY-MM-DD or MM/DD/YYYY, in the past, at most 120 years ago',
    examples: ['04/15/2004'],
  });

/** The last four digits of the SSN; no form requests the full number. R-008. */
export const ssn4 = typed('SSN invalid')
  .regex(/^\d{4}$/, 'SSN invalid')
  .meta({ description: 'Exactly four digits', examples: ['4321'] });

/**
 * A mail address; the domain needs a dot, and the text before the @ has at most 64 characters (RFC
 * 5321). Case is kept, compared without. R-009.
 */
export const email = typed('Email invalid')
  .max(254, 'Email invalid')
  .regex(z.regexes.email, 'Email invalid')
  .refine((address) => address.indexOf('@') <= 64, 'Email invalid')
  .meta({ format: 'email', examples: ['dana@student.test'] });

/** A new password.. */
export const newPassword = z
  .string({ error: 'Password invalid' })
  .min(8, 'Password invalid')
  .max(128, 'Password invalid')
  .regex(/^[A-Za-z\d@$!%*#?&,./<>':]+$/, 'Password invalid')
  .refine(
    (value) => /[A-Za-z]/.test(value) && /\d/.test(value) && /[^A-Za-z\d]/.test(value),
    'Password invalid',
  )
  .describe("8 to 128 letters, digits and @$!%*#?&,./<>': with at least one of each kind");
export const passwordHint = 'Use 8 or more characters with a mix of letters, numbers & symbols.';

/** A password as typed to sign in: whatever it is, it only has to be there. */
export const typedPassword = z
  .string({ error: 'Password required' })
  .min(1, 'Password required')
  .max(128, 'Password invalid');

/** A phone number: at least 9 digits, at most 20 characters, then perhaps an extension. */
export const phone = typed('Phone number invalid')
  .max(40, { error: 'Phone number invalid', abort: true })
  .refine(isPhone, {
    error: ({ input }) => withCharacter('Phone number invalid', String(input), isPhone),
  })
  .meta({
    description: 'At least 9 digits; an extension after x or ext.',
    examples: ['(718) 555-0142 x 3'],
  });

/** A flag in a request: JSON booleans, and the strings and numbers that the documents use. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '0', '1']), z.literal(0), z.literal(1)], {
    error: 'Must be true or false',
  })
  .transform((value) => value === true || value === 'true' || value === '1' || value === 1);

const noReason = 'Please select a cancelling reason';
/** Why staff cancel, as one of these numbers; the documents write it as text too.. */
export const cancelReason = (numbers: readonly number[]) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .overwrite(normalizeLine)
          .regex(/^\d{1,2}$/),
      ],
      { error: noReason },
    )
    .transform(Number)
    .refine((reason) => numbers.includes(reason), noReason);

export const gender = z.enum(['1', '2', '3']).describe("'1' men, '2' women, '3' both");
