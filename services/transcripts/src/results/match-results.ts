import type { UngradedExam } from '@portal/proto/registration/v1/grades';
import type { VendorResult } from '../partners/vendor-result.ts';

/** Days that the vendor's date of an exam may lie beside the portal's, as for invoices. */
const DAYS_APART = 7;

export interface Match {
  exam: UngradedExam;
  result: VendorResult;
}

const daysBetween = (a: string, b: string): number =>
  Math.abs(
    Temporal.PlainDate.from(a).until(Temporal.PlainDate.from(b), { largestUnit: 'days' }).days,
  );

/**
 * How far a result lies from an exam: 0 when the vendor names the registration, null when it is
 * about something else.
 */
function distance(exam: UngradedExam, result: VendorResult): number | null {
  if (
    result.vendorId !== exam.vendorId ||
    result.examCode.toLowerCase() !== exam.examCode.toLowerCase()
  )
    return null;
  const [, named] = /^registration-(\d+)$/.exec(result.ownReference ?? '') ?? [];
  if (named !== undefined) return Number(named) === exam.registrationId ? 0 : null;
  if (result.takenOn === null) return null;
  const days = daysBetween(result.takenOn, exam.takenOn);
  // about the try before this one, which has its grade already, perhaps not from the vendor
  if (exam.gradedTryOn !== undefined && daysBetween(result.takenOn, exam.gradedTryOn) <= days)
    return null;
  return days <= DAYS_APART ? days + 1 : null;
}

/**
 * Matches results to exams: the result that names the registration, else the nearest day of the
 * same course within a week that is not nearer to an earlier graded try. Each result is about one
 * exam only; `bound` are those that already belong to another registration, by the vendor's
 * reference.
 */
export function matchResults(
  exams: readonly UngradedExam[],
  results: readonly VendorResult[],
  bound: ReadonlyMap<string, number>,
): Match[] {
  const pairs = exams.flatMap((exam) =>
    results.flatMap((result) => {
      const owner = bound.get(`${result.vendorId} ${result.reference}`);
      const far =
        owner === undefined || owner === exam.registrationId ? distance(exam, result) : null;
      return far === null ? [] : [{ exam, result, far }];
    }),
  );
  const used = new Set<unknown>();
  return pairs
    .toSorted((a, b) => a.far - b.far || a.exam.registrationId - b.exam.registrationId)
    .flatMap(({ exam, result }) => {
      if (used.has(exam) || used.has(result)) return [];
      used.add(exam).add(result);
      return [{ exam, result }];
    });
}
