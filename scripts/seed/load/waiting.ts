import { WaitingListServiceDefinition } from '@portal/proto/registration/v1/waiting_list';
import { asAdmin, seeding } from '../as.ts';
import { seedClient, tool } from '../clients.ts';
import { dayPlus, instantInNewYork, newYorkDay } from '../new-york.ts';
import { afterSabbath } from '../sessions/waiting-lines.ts';

/** Students in the one long waiting list of the load data. */
const ENTRIES = 50;
/** Some may not sit there: another exam is sat at that time, or it is taken online only. */
const CANDIDATES = 4 * ENTRIES;
const BRANCH = 13;

export interface Candidate {
  registrationId: number;
  studentId: number;
}

/** Adds those of a page that may wait for a session, one a student, until there are enough. */
export function addCandidates(
  candidates: Candidate[],
  registrations: readonly Record<string, unknown>[],
): void {
  for (const { id, student_id: student, status, is_old_system: isOld } of registrations) {
    if (candidates.length >= CANDIDATES) return;
    const isOther = candidates.at(-1)?.studentId !== student;
    if (status === 'registered' && isOld !== true && isOther)
      candidates.push({ registrationId: Number(id), studentId: Number(student) });
  }
}

/** A full session with fifty students in its line, or as many as there are. */
export async function seedLongLine(now: Date, candidates: readonly Candidate[]): Promise<number> {
  const waiting = seedClient(WaitingListServiceDefinition, 'REGISTRATION_ADDR');
  const startsAt = instantInNewYork(afterSabbath(dayPlus(newYorkDay(now), { days: 40 })), '16:00');
  const { sessionIds } = await tool.sessions.createSessions(
    {
      sessions: [
        {
          sessionType: '21',
          locationId: BRANCH,
          startsAt,
          gender: '3',
          seats: 0,
          limitTo1Test: false,
          closedByStaff: false,
        },
      ],
    },
    seeding('load full session'),
  );
  const [sessionId = 0] = sessionIds;
  let joined = 0;
  for (const { registrationId, studentId } of candidates) {
    if (joined >= ENTRIES) break;
    try {
      await waiting.joinWaitingList(
        { registrationId, sessionId },
        asAdmin(`load waits ${registrationId}`, studentId),
      );
      joined++;
    } catch (error) {
      // whoever may not sit there does not wait there either
      if (![403, 404, 409].includes(Number((error as { status?: unknown }).status))) throw error;
    }
  }
  return joined;
}
