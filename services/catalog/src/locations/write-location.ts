import type { Sql } from '@portal/kit/database/database';
import type { LocationFields } from './location.ts';
import { upsertLocation } from './store.ts';

/** Writes a branch, a new one with id 0, and gives its id; its version rises by one. */
export const writeLocation = (
  sql: Sql,
  location: LocationFields,
  saved: { id: number; by: string; now: Date },
): Promise<number> => upsertLocation(sql, location, saved);
