import { expect, test } from '@jest/globals';
import { asStaff, asStudent } from '@portal/kit/testing';
import { Student } from '@portal/proto/identity/v1/students';
import { refreshStudent } from '../../capacity/seats/special-places/refresh-student.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { aSessionApart, OWN_ROOM } from '../../testing/session-apart.ts';
import { meet } from '../../testing/waiting-for-locks.ts';
import { book } from '../../testing/ways-to-a-seat.ts';
import { own, withWorldBeside, world } from '../../testing/with-world.ts';
import { aRegistration, aStudent } from '../../testing.ts';
import { joinWaitingList } from './join-waiting-list.ts';

// A student joins a waiting list while an own room is granted to them or withdrawn: the entry waits
// for the kind of place that they need, whichever commits first.

withWorldBeside();

const registered = (approvedAccommodations = OWN_ROOM) =>
  aRegistration(world, { studentId: aStudent(world, { approvedAccommodations }) });

/** A session whose seat and special place are taken. */
async function aFullSession(): Promise<number> {
  const { sessionId } = await aSessionApart(world, 1, { seats: 1 });
  await book(await registered([]), sessionId);
  await book(await registered(), sessionId);
  return sessionId;
}
/** Changes the student at identity and in the projection. */
function grant({ studentId }: Registration, approvedAccommodations: typeof OWN_ROOM) {
  const known = world.students.get(studentId) as Student;
  const version = known.version + 1;
  world.students.set(studentId, Student.fromPartial({ ...known, version, approvedAccommodations }));
  return refreshStudent(asStaff(world.db, ['ROLE_ADMIN'], { studentId }));
}
const join = ({ id, studentId }: Registration, sessionId: number) =>
  joinWaitingList(asStudent(world.db, studentId), { registrationId: id, sessionId });

const cases = [
  { what: 'granted', before: [], after: OWN_ROOM, needsSpecial: true },
  { what: 'granted no longer', before: OWN_ROOM, after: [], needsSpecial: false },
].flatMap((one) => [
  { ...one, order: 'joins first', joinsFirst: true },
  { ...one, order: 'joins second', joinsFirst: false },
]);
test.each(cases)(
  'a student who $order as an own room is $what waits for the kind of place they need',
  async (one) => {
    const [sessionId, registration] = [await aFullSession(), await registered(one.before)];
    const joins = { act: () => join(registration, sessionId), mark: 'joinWaitingList.commit' };
    const grants = { act: () => grant(registration, one.after), mark: 'refreshStudent.commit' };
    const [first, second] = one.joinsFirst ? [joins, grants] : [grants, joins];
    const ends = await meet(own, { first: first.act, mark: first.mark, second: second.act });
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(
      await world.db.many`
      SELECT state, needs_special FROM waiting_entry WHERE registration_id = ${registration.id}`,
    ).toEqual([{ state: 'waiting', needsSpecial: one.needsSpecial }]);
  },
);
