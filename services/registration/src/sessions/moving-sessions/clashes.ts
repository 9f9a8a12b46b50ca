import { overlaps } from '../../records/sessions/session-times.ts';

/** The facts of a student that decide whether the moved session fits. */
export interface ClashFacts {
  /** Starts of the other sessions in which the student sits exams. */
  otherStarts: readonly Date[];
  /** Null: not known, which excludes no student from the move. */
  programIds: readonly number[] | null;
}

/** Where a session is after its move; programmes: those its branch is reserved for, none: open. */
export interface NewPlace {
  startsAt: Date;
  /** Null: it is at no branch. */
  locationId: number | null;
  isOtherBranch: boolean;
  branchPrograms: readonly number[];
}

/**
 * Why a student cannot move along, or null: another session is then, or the new branch is kept for
 * other programmes. The office may use branches that students do not book themselves. R-513.
 */
export function clashOf(
  { otherStarts, programIds }: ClashFacts,
  { startsAt, isOtherBranch, branchPrograms }: NewPlace,
): 'time' | 'branch' | null {
  if (otherStarts.some((other) => overlaps(other, startsAt))) return 'time';
  const isForOthers =
    isOtherBranch &&
    branchPrograms.length > 0 &&
    programIds !== null &&
    !branchPrograms.some((id) => programIds.includes(id));
  return isForOthers ? 'branch' : null;
}
