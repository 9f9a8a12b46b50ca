import * as z from 'zod';
import { isPlainName, isText } from './person-checks.ts';

// What the forms of persons are made of.

/** Ends the checks: to put the marks of a longer text in order would cost their number squared. */
const largest = (error: string) => ({ error, abort: true });
const largestText = 500;
/** A text that must be filled in. */
export const filled = (isGood: (value: string) => boolean, message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(largestText, largest(message))
    .normalize('NFC')
    .refine(isGood, message);
/** A text that may be left out or left empty; read as undefined then. */
export const optional = (isGood: (value: string) => boolean, message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(largestText, largest(message))
    .normalize('NFC')
    .refine((value) => value === '' || isGood(value), message)
    .transform((value) => value || undefined)
    .optional();
export const anyText = (most: number) => (value: string) => isText(value, most);
export const place = (most: number) => (value: string) => isPlainName(value, most);
export const idOf = (message: string) =>
  z.int({ error: message }).min(1, message).max(2_147_483_647, message);
export const chosen = (message: string) => idOf(message).nullish();
/** A text that is cleared when it is sent empty. */
export const clearable = (isGood: (value: string) => boolean, message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(largestText, largest(message))
    .normalize('NFC')
    .refine((value) => value === '' || isGood(value), message)
    .nullable()
    .transform((value) => value || null)
    .optional();
