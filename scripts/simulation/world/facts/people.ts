import type { ApprovedAccommodation } from '@portal/proto/identity/v1/students';
import { randomOf } from '../processes/random.ts';

/** A student as identity currently knows them. */
export interface StudentFacts {
  readonly id: number;
  /** '1' are men, for whom only the office books. */
  readonly gender: '1' | '2';
  granted: ApprovedAccommodation[];
  version: number;
}

const kind = (name: string, percent?: number): ApprovedAccommodation => ({
  kind: name,
  percent,
  minutes: undefined,
  validFrom: '2026-01-01',
  validUntil: undefined,
});

/** Accommodations granted in turn: none, a special place, more time, both. */
export const GRANTS: readonly ApprovedAccommodation[][] = [
  [],
  [kind('own_room')],
  [kind('extra_time', 50)],
  [kind('reader'), kind('extra_time', 25)],
];

/** Returns the students of a world: some are men, some need a special place or more time. */
export function studentsOf(seed: number, ids: readonly number[]): Map<number, StudentFacts> {
  return new Map(
    ids.map((id) => {
      const random = randomOf(seed, `facts of ${id}`);
      const gender = random.chance(0.3) ? '1' : '2';
      const granted = random.chance(0.5) ? [] : random.pick(GRANTS);
      return [id, { id, gender, granted, version: 1 }];
    }),
  );
}
