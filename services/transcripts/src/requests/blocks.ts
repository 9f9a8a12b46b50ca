import { transcriptsErrors } from '@portal/proto/errors/transcripts';
import type { ExamResult, VendorAnswer } from '../results/ask-results.ts';

/** TAL answers, and sends transcripts, for CIS too. */
export type VendorGroup = 'tal_cis' | 'coopersmith';

const COOPERSMITH = transcriptsErrors.wrong_assigned_id.detail;

/** The codes of 6.1, each an error of the request too. */
export type BlockCode =
  | 'no_college'
  | 'unredeemed_seminary'
  | 'pending_grades'
  | 'tal_id_missing'
  | 'wrong_assigned_id'
  | 'no_exams';

/** Why a transcript cannot be requested. */
export interface TranscriptBlock {
  code: BlockCode;
  text: string;
  /** The pending override lifts it. */
  overridable: boolean;
}

/** The known exams of a student at a group of vendors. */
export interface Exams {
  results: readonly Pick<ExamResult, 'result' | 'takenDate'>[];
  request: VendorAnswer;
}

export interface TranscriptFacts extends Exams {
  collegeName: string | null;
  hasUnredeemedExams: boolean;
  /** Grades that are pending are left off. */
  pendingOverride: boolean;
}

/** Whether an exam at TAL or CIS goes on a transcript; a pending one unless it is left off. */
export const goesOnTranscript = (
  { result }: Pick<ExamResult, 'result'>,
  pendingOverride: boolean,
): boolean => result !== 'N/A' && !(pendingOverride && result === 'Pending');

/** A course at Coopersmith is listed from its first day on, long before its exam. */
const wasTaken = ({ result, takenDate }: Exams['results'][number]): boolean =>
  result !== 'N/A' && !(result === 'Pending' && takenDate === null);

export type AssignedIdError = (typeof COOPERSMITH)[number];

/**
 * Tells why Coopersmith's id of the student is wrong; null while it is right or not needed: a
 * student without an id on record and without exams was never a student there.
 */
export function assignedIdError({ results, request }: Exams): AssignedIdError | null {
  if (request === 'unknown') return COOPERSMITH[0];
  if (request === 'missing' && results.some(wasTaken)) return COOPERSMITH[1];
  return null;
}

const hasNoCollege = (name: string | null): boolean =>
  name === null || name.trim().toLowerCase() === 'undecided';

const block = (
  code: Exclude<BlockCode, 'wrong_assigned_id'>,
  stands: boolean,
): TranscriptBlock[] =>
  stands
    ? [{ code, text: transcriptsErrors[code].detail, overridable: code === 'pending_grades' }]
    : [];

/**
 * All that keeps a transcript from being requested, in the order of the table (calls-staff 6.1,
 * A vendor that cannot be reached is not "no exams".
 */
export function transcriptBlocks(group: VendorGroup, facts: TranscriptFacts): TranscriptBlock[] {
  const { results, request, collegeName, hasUnredeemedExams, pendingOverride } = facts;
  const isAnswered = request !== 'failed';
  const noCollege = block('no_college', hasNoCollege(collegeName));
  if (group === 'coopersmith') {
    const wrong = assignedIdError(facts);
    return [
      ...noCollege,
      ...(wrong === null
        ? []
        : [{ code: 'wrong_assigned_id' as const, text: wrong, overridable: false }]),
      ...block('no_exams', isAnswered && !results.some(wasTaken)),
    ];
  }
  const isPending = results.some(({ result }) => result === 'Pending');
  return [
    ...noCollege,
    ...block('unredeemed_seminary', hasUnredeemedExams),
    ...block('pending_grades', isPending && !pendingOverride),
    ...block('tal_id_missing', request === 'missing'),
    ...block(
      'no_exams',
      isAnswered && !results.some((one) => goesOnTranscript(one, pendingOverride)),
    ),
  ];
}
