/** The facts of a student that decide whether a school may choose them for a run. */
export interface Candidate {
  schoolId: number | null;
  email: string | null;
  gender: string;
  availableCredits: number;
  freeSchoolCredits: number;
}

/**
 * Credits that keep a student out of a run: own ones, and only where the school prepays.
 */
export const existingCredits = (
  {
    availableCredits,
    freeSchoolCredits,
  }: Pick<Candidate, 'availableCredits' | 'freeSchoolCredits'>,
  prepays: boolean,
): number => (prepays ? availableCredits - freeSchoolCredits : 0);

/**
 * Returns why a student cannot be chosen, or null. `candidate` is null for an unknown student.
 *
 *
 */
export function candidateError(
  candidate: Candidate | null,
  { schoolId, prepays, gender }: { schoolId: number; prepays: boolean; gender: string },
): string | null {
  if (candidate === null || candidate.schoolId !== schoolId)
    return 'The student is not in this school.';
  if (!candidate.email) return 'Email missing';
  if (existingCredits(candidate, prepays) > 0) return 'Student has existing credits';
  return gender === '3' || gender === candidate.gender
    ? null
    : 'The session is not for this student.';
}

/**
 * Why a student cannot pay, or null: money is due, the school does not prepay, and there is no card
 * to charge. R-271.
 */
export const payError = ({
  amountCents,
  prepays,
  hasCard,
}: {
  amountCents: number;
  prepays: boolean;
  hasCard: boolean;
}): string | null => (amountCents > 0 && !prepays && !hasCard ? 'No credit card on file.' : null);
