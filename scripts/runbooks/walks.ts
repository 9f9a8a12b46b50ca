import type { Walk } from './walk.ts';
import { databaseAway } from './walks/database.ts';
import { partDown, partGone } from './walks/parts-away.ts';

/** Every walk, in the order in which they are done: what wakes somebody comes first. */
export const walks: readonly Walk[] = [partDown, partGone, databaseAway];
