import { serviceActor, studentInView } from '@portal/kit/auth/actor';
import { byStep } from '@portal/kit/commands/by-step';
import type { Call } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { prefetchedOf, startWithPrefetch } from '@portal/kit/commands/start-with-prefetch';
import { PartnerError } from '@portal/kit/partners/partner-client';
import { vendors } from '../clients.ts';
import { domainError } from '../errors.ts';
import { studentsAtTal } from '../partners/tal.ts';
import { findPerson } from '../people/find-person.ts';
import { type LookupResult, matchStudents } from './match-students.ts';

/** Looks a student up at TAL by name, birth date and last 4 digits. Throws PartnerError. */
export async function findAtTal(
  call: Pick<Call, 'requestId'>,
  studentId: number,
): Promise<LookupResult> {
  const person = await findPerson(call, studentId);
  const { firstName, lastName, dob, last4Ssn: last4ssn } = person;
  return matchStudents(person, await studentsAtTal({ firstName, lastName, dob, last4ssn }));
}

interface Candidate {
  firstName: string;
  lastName: string;
  dob: string;
}
export interface TalIdLookup {
  /** Null: TAL does not know the student. */
  talId: string | null;
  candidates: Candidate[];
}
interface Input {
  studentId: number;
}

/** The outcome of a lookup that a process stores: nothing personal. */
interface TalLookup {
  talId: string | null;
  /** TAL's student has the name and birth date of ours. */
  isAtTal: boolean;
}

/** Stores what the lookup found: its result is the response of the key. */
export const lookingUpTalId = durable<Input, TalLookup, TalLookup>({
  name: 'lookUpTalId',
  begin: async (_tx, _input, call) => prefetchedOf<TalLookup>(call),
  steps: [
    {
      name: 'keep',
      run: async ({ input: { studentId }, state: { talId }, call, keyFor }) => {
        if (talId === null) return {};
        const by = byStep({ call, keyFor }, 'keep');
        return vendors.keepTalId(
          { studentId, talId },
          { ...by, actor: serviceActor('transcripts') },
        );
      },
      // identity notes the id; here is noted who looked it up
      commit: async (tx, { input: { studentId }, state: { talId } }) => {
        const change = { lookedUpAtTal: talId };
        tx.audit({ op: 'action', table: 'student', id: studentId, studentId, change });
        return {};
      },
    },
  ],
  answer: ({ talId, isAtTal }) => ({ talId, isAtTal }),
});

async function lookUp(call: Call, studentId: number): Promise<TalLookup> {
  const by = { actor: serviceActor('transcripts'), requestId: call.requestId, origin: call.origin };
  const { students } = await vendors.listVendorIds({ studentIds: [studentId] }, by);
  const talId = students[0]?.talId;
  if (talId !== undefined) return { talId, isAtTal: false };
  const found = await findAtTal(call, studentId).catch((error: unknown) => {
    if (!(error instanceof PartnerError)) throw error;
    throw domainError('partner_failed', 'TAL did not answer. Please try again.');
  });
  if (found.outcome === 'unknown') return { talId: null, isAtTal: false };
  if (found.outcome !== 'found') throw domainError(found.outcome, { reasons: found.reasons });
  return { talId: found.student.studentId, isAtTal: true };
}

/**
 * Looks the student in view up at TAL and stores the id (C-O67, R-403); returns an id that is
 * already stored. Throws DomainError student_not_found, several_found, differs, id_taken or
 * partner_failed.
 */
export async function lookUpTalId(call: Call): Promise<TalIdLookup> {
  const studentId = studentInView(call.actor);
  const { talId, isAtTal } = await startWithPrefetch(lookingUpTalId, call, { studentId }, () =>
    lookUp(call, studentId),
  );
  if (!isAtTal) return { talId, candidates: [] };
  const { firstName, lastName, dob } = await findPerson(call, studentId);
  return { talId, candidates: [{ firstName, lastName, dob }] };
}
