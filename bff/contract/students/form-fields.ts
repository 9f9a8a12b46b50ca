import { normalizeLine } from '@portal/access/text/normalize-text';
import { isPlainName, isText, withCharacter } from '@portal/access/text/person-rules';
import * as z from 'zod';
import { typed } from '../types.ts';

// The fields of the forms of persons.

const LARGEST = 500;

type Rule = (value: string) => boolean;
/** The sentence of a wrong text; it names the character that is the reason. R-404. */
const wrong = (isGood: Rule, message: string) => ({
  error: ({ input }: { input?: unknown }) => withCharacter(message, String(input), isGood),
});

/** A text that must be filled in. */
export const filled = (isGood: Rule, message: string, normalize = normalizeLine) =>
  typed(message, normalize)
    .max(LARGEST, { error: message, abort: true })
    .refine(isGood, wrong(isGood, message));

/** A text that may be left empty. */
const maybeEmpty = (isGood: Rule, message: string) =>
  z
    .string({ error: message })
    .overwrite(normalizeLine)
    .max(LARGEST, { error: message, abort: true })
    .refine((value) => value === '' || isGood(value), wrong(isGood, message));

/** A text that may be left out or left empty; read as undefined then. */
export const optional = (isGood: Rule, message: string) =>
  maybeEmpty(isGood, message)
    .transform((value) => value || undefined)
    .optional();

/** A text that is cleared when it is sent empty. */
export const clearable = (isGood: Rule, message: string) =>
  maybeEmpty(isGood, message)
    .nullable()
    .transform((value) => value || null)
    .optional();

export const anyText = (most: number) => (value: string) => isText(value, most);
export const place = (most: number) => (value: string) => isPlainName(value, most);
export const idOf = (message: string) =>
  z.int({ error: message }).min(1, message).max(2_147_483_647, message);
export const chosen = (message: string) => idOf(message).nullish();
