import { scopeOf } from '@portal/access/can';
import { serviceActor, studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { redemption } from '../clients.ts';
import { findPerson } from '../people/find-person.ts';
import { askResults, type ExamResult, type VendorAnswer } from '../results/ask-results.ts';
import {
  assignedIdError,
  type TranscriptBlock,
  type TranscriptFacts,
  transcriptBlocks,
  type VendorGroup,
} from './blocks.ts';
import { latestRequests } from './store.ts';

export interface VendorTranscripts {
  results: ExamResult[];
  request: VendorAnswer;
  requestedAt: Date | null;
  blocks: TranscriptBlock[];
}
export interface Transcripts extends Record<'tal' | 'coopersmith', VendorTranscripts> {
  assignedIdError: string | null;
  hasUnredeemedExams: boolean;
}

/** The vendor group of a result. */
const groupOf = ({ vendorId }: Pick<ExamResult, 'vendorId'>): VendorGroup =>
  vendorId === 3 ? 'coopersmith' : 'tal_cis';

/** Fetches the current facts that the rules of transcripts need about a student. */
export async function findFacts(call: Call, studentId: number) {
  const by = { actor: serviceActor('transcripts'), requestId: call.requestId, origin: call.origin };
  const unredeemed = async () => {
    const person = await findPerson(call, studentId);
    const { firstName, lastName, maidenName, last4Ssn, dob } = person;
    const { hasUnredeemedExams } = await redemption.getRedemptionStanding(
      { studentId, firstName, lastName, maidenName, last4Ssn, dob },
      by,
    );
    return { collegeName: person.collegeName ?? null, hasUnredeemedExams };
  };
  const [record, { results, tal, coopersmith, ids }] = await Promise.all([
    unredeemed(),
    askResults(call, studentId),
  ]);
  const of = (group: VendorGroup) => results.filter((one) => groupOf(one) === group);
  return {
    ...record,
    tal_cis: { results: of('tal_cis'), request: tal, vendorStudentId: ids.tal },
    coopersmith: {
      results: of('coopersmith'),
      request: coopersmith,
      vendorStudentId: ids.coopersmith,
    },
  };
}
export type Facts = Awaited<ReturnType<typeof findFacts>>;

/** The same for the rule of one group. */
export const factsOf = (
  facts: Facts,
  group: VendorGroup,
  pendingOverride: boolean,
): Omit<TranscriptFacts, 'results'> & Facts[VendorGroup] => ({
  ...facts[group],
  collegeName: facts.collegeName,
  hasUnredeemedExams: facts.hasUnredeemedExams,
  pendingOverride,
});

/**
 * Returns the state of the transcripts of the student in view: queries the vendors now, each for 10
 * seconds at most. Does not show a school admin the blocks of a transcript, since they request none
 * (C-A07). Refuses with student_not_found.
 */
export async function getTranscripts(call: Call): Promise<Transcripts> {
  const studentId = studentInView(call.actor);
  const [facts, latest] = await Promise.all([
    findFacts(call, studentId),
    latestRequests(call.db, studentId),
  ]);
  const tellsBlocks = scopeOf(call.actor, 'student_info.read') === 'any';
  const of = (group: VendorGroup): VendorTranscripts => ({
    ...facts[group],
    requestedAt: latest.get(group) ?? null,
    blocks: tellsBlocks ? transcriptBlocks(group, factsOf(facts, group, false)) : [],
  });
  return {
    tal: of('tal_cis'),
    coopersmith: of('coopersmith'),
    assignedIdError: assignedIdError(facts.coopersmith),
    hasUnredeemedExams: facts.hasUnredeemedExams,
  };
}
