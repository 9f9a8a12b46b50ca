import { client } from '@portal/kit/grpc/client';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { WaitingListServiceDefinition } from '@portal/proto/registration/v1/waiting_list';
import type { Person } from './person.ts';

const waitingList = client(WaitingListServiceDefinition, 'REGISTRATION_ADDR', 'bff');
const sessions = client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'bff');

/** A student with the actions on waiting lists. */
export interface LineStudent extends Person {
  readonly id: number;
  /** Pays the fees of a session; returns false if the registration is cancelled. */
  payFor(registrationId: number, sessionId: number): Promise<boolean>;
}

interface OwnEntry {
  id: number;
  session_id: number;
  registration_id: number;
  state: 'waiting' | 'offered';
}

/** Returns a student's entries as the page of waiting lists shows them. */
const entriesOf = (student: LineStudent): OwnEntry[] =>
  student.world.database('registration').read<OwnEntry>(
    `SELECT id, session_id, registration_id, state FROM waiting_entry
      WHERE student_id = $1 AND state IN ('waiting', 'offered') ORDER BY id`,
    [student.id],
  );

/** Joins the waiting list of a full session. */
export const join = (
  student: LineStudent,
  wanted: { registrationId: number; sessionId: number },
): Promise<string> => student.click('join', (by) => waitingList.joinWaitingList(wanted, by));

/** Answers an offer or leaves a list; returns false if there is nothing to do yet. */
export async function answerLine(student: LineStudent): Promise<boolean> {
  const { random } = student;
  const entries = entriesOf(student);
  if (entries.length === 0) return false;
  const entry = entries.find(({ state }) => state === 'offered') ?? random.pick(entries);
  const { id: waitingId } = entry;
  const way = random.below(20);
  if (way < 2) {
    await student.click('leave list', (by) => waitingList.leaveWaitingList({ waitingId }, by));
    return true;
  }
  // an outdated page may accept an entry that has no offer
  if (entry.state === 'waiting' && way > 3) return false;
  if (way < 5) {
    await student.click('decline', (by) =>
      waitingList.answerWaitingOffer({ waitingId, accept: false }, by),
    );
    return true;
  }
  // ignored until the offer expires
  if (way < 9) return false;
  await takeOffer(student, entry);
  return true;
}

/** Accepts, pays the due fees first, then accepts again or books directly. */
async function takeOffer(student: LineStudent, entry: OwnEntry): Promise<void> {
  const { id: waitingId, session_id: sessionId, registration_id: registrationId } = entry;
  const accept = () =>
    student.click('accept', (by) =>
      waitingList.answerWaitingOffer({ waitingId, accept: true }, by),
    );
  if ((await accept()) !== 'fees_due') return;
  if (!(await student.payFor(registrationId, sessionId))) return;
  if (student.random.chance(0.7)) await accept();
  else
    await student.click('book offer', (by) =>
      sessions.scheduleSession({ registrationId, sessionId }, by),
    );
}
