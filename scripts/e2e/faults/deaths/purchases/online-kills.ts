import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  getCoopersmithAssignments,
  getStudentCccId,
  uploadCoopersmithAssignment,
} from '@portal/contract/courses/assignments';
import { addStudentExamToProctor } from '@portal/contract/sessions/online';
import { thePortal } from '../../../../portal/place.ts';
import { anEssay, atCoopersmith, inCourse } from '../../../exams/assignments.ts';
import { type Ready, readyOnline } from '../../../exams/online.ts';
import { rowOf } from '../../../exams/registrations.ts';
import { bookingsAlive } from '../../../invariants/bookings.ts';
import { brokenInvariants, sweep } from '../../../invariants/invariants.ts';
import { isBehind, stepsIn } from '../../harness/failpoints.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { withLeasesOf } from '../../harness/leases.ts';
import { persist } from '../../harness/people/buyer.ts';
import { quiet } from '../../harness/quiet.ts';

/** Books the proctor with retries, and expects one booking here and at the vendor. */
async function bookOnce({ person, ids, exam, registrationId }: Ready): Promise<void> {
  const { proctorUuid } = await persist(person, addStudentExamToProctor, ids);
  expect(await rowOf(person, exam.id)).toMatchObject({
    status: 'scheduled',
    sessionType: '99',
    proctorUuid,
  });
  expect((await bookingsAlive(registrationId)).map((one) => one.proctorUuid)).toEqual([
    proctorUuid,
  ]);
}

/**
 * Submits one file with retries, and expects it once here and at the vendor. The exam can no longer
 * be cancelled.
 */
async function handInOnce(ready: Ready): Promise<void> {
  const { person, exam, registrationId, ids } = ready;
  const { assignments: listed } = await persist(person, getCoopersmithAssignments, {
    registrationId,
    examId: ids.examId,
  });
  const studentAssignmentId = listed[0]?.studentAssignmentId ?? 0;
  const submission = { regId: registrationId, studentAssignmentId, assignment: anEssay() };
  expect(await persist(person, uploadCoopersmithAssignment, submission)).toMatchObject({
    onlineAssignmentUploaded: true,
  });
  const { cccId } = await person.do(getStudentCccId, { examId: exam.id });
  const { assignments } = await atCoopersmith(cccId, registrationId);
  expect(assignments.map(({ file }) => file?.name ?? null)).toEqual(['essay.pdf', null]);
  expect((await rowOf(person, exam.id)).online_ampeducator_assignments_started).not.toBeNull();
}

/** F1 for proctored and submitted exams. */
export function onlineKills(hurt: () => HurtPortal): void {
  test('F1: registration that dies while it books a proctor or submits does so once', async () => {
    const { forgetMarks, marksPassed, dieAt, diedAtAll } = hurt();
    const ways = [
      { about: /bookProctor/, least: 4, make: () => readyOnline(), go: bookOnce },
      { about: /Assignment/, least: 3, make: () => inCourse(), go: handInOnce },
    ];
    await withLeasesOf(1.5, async () => {
      for (const { about, least, make, go } of ways) {
        const undisturbed = await make();
        await quiet();
        forgetMarks();
        await go(undisturbed);
        const marks = stepsIn(marksPassed()).filter((mark) => about.test(mark) && !isBehind(mark));
        expect(marks.length).toBeGreaterThanOrEqual(least);
        for (const mark of marks) {
          const ready = await make();
          dieAt(mark);
          await go(ready);
          await diedAtAll();
        }
      }
    });
    await sweep();
  });

  test('F1, control: the sweep sees a second booking by another name at the vendor', async () => {
    const ready = await readyOnline();
    await bookOnce(ready);
    const reference = `${ready.registrationId}-${randomUUID()}`;
    const booking = {
      reference,
      student: { id: ready.id, firstName: 'Edna', lastName: 'Control' },
      exam: { code: 'control', name: 'control' },
      startUrl: thePortal.url,
    };
    const answer = await fetch(`${thePortal.sandboxUrl}/proctor/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(booking),
    });
    expect((await brokenInvariants()).join()).toContain(
      `sitting ${reference} is booked with the proctor and nowhere else`,
    );
    const { proctorUuid } = (await answer.json()) as { proctorUuid: string };
    await fetch(`${thePortal.sandboxUrl}/proctor/bookings/${proctorUuid}`, { method: 'DELETE' });
    await sweep();
  });
}
