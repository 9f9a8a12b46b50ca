import type { CallFailure } from '../shared/api/client.ts';

/** Returns the error of a field. */
export const errorAt = (error: unknown, path: string): string | undefined =>
  (error as CallFailure | null)?.problem?.errors?.find((one) => one.path === path)?.message;

/** Returns an error that belongs to no field of the form. */
export const elsewhere = <E extends Error>(error: E | null, paths: readonly string[]): E | null =>
  paths.some((path) => errorAt(error, path) !== undefined) ? null : error;
