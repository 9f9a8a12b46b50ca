import { z } from 'zod';

/** Whether a text is a standard mail address of at most 254 characters. */
export const isEmail = (text: string): boolean => text.length <= 254 && z.regexes.email.test(text);

/** Whether a text is a day, YYYY-MM-DD. */
export const isDay = (text: string): boolean => z.iso.date().safeParse(text).success;
