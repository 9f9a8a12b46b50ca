import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { getCoopersmithAssignments } from '@portal/contract/courses/assignments';
import {
  cancelExamRegistration,
  getAllExamsAccordingStudent,
  onlineExamRegistration,
} from '@portal/contract/exams/exams';
import { addStudentExamToProctor } from '@portal/contract/sessions/online';
import { type CallOptions, client } from '@portal/kit/grpc/client';
import { MaterialsServiceDefinition } from '@portal/proto/catalog/v1/materials';
import { OnlineServiceDefinition } from '@portal/proto/registration/v1/online';
import { inDatabase, sql } from '../../../../portal/databases.ts';
import { breakPartner, mendPartners } from '../../../../portal/processor.ts';
import { until } from '../../../../portal/until.ts';
import type { Person } from '../../../../portal-user/person.ts';
import { inCourse } from '../../../exams/assignments.ts';
import { type Ready, readyOnline } from '../../../exams/online.ts';
import { examThat, isPlain, registered } from '../../../exams/registrations.ts';
import { bookingsAlive } from '../../../invariants/bookings.ts';
import { sweep } from '../../../invariants/invariants.ts';
import { aBuyer, buyPayBook, persist } from '../../harness/people/buyer.ts';
import { RIVALS_EXAM, rivals } from '../../harness/people/rivals.ts';

const partners = ['proctor', 'coopersmith', 'tal'] as const;
const materials = client(MaterialsServiceDefinition, 'CATALOG_ADDR', 'bff');
const online = client(OnlineServiceDefinition, 'REGISTRATION_ADDR', 'bff');
const superAdmin = (): CallOptions => ({
  actor: { kind: 'staff', id: 2, roles: ['ROLE_SUPER_ADMIN'], name: 'e2e', via: 'bff' },
  key: randomUUID(),
});
const loading = 'There was an error loading your exam. Please try again.';
const connecting = 'There was a problem connecting to your Coopersmith student record.';
const updateMaterials = () =>
  materials.updateMaterials({}, superAdmin()).then(
    () => 'updated',
    ({ message }: Error) => message,
  );
const bookProctor = ({ person, ids }: Ready, key: string = randomUUID()) =>
  person.ask(addStudentExamToProctor, ids, key);
const assignments = ({ person, ids: { registrationId, examId } }: Ready) =>
  person.ask(getCoopersmithAssignments, { registrationId, examId });
const refused = ({
  status,
  body: { code, detail },
}: {
  status: number;
  body: { code: string; detail: string };
}) => [status, code, detail];

/** F14: proctoring, Coopersmith and TAL are slow, fail, or give invalid answers. */
export function slowPartners(): void {
  test('F14: partners that take 30 seconds delay only the requests that need them', async () => {
    // more requests than a service has connections to its database
    const [first, crowd, course, buyer] = await Promise.all([
      readyOnline(),
      rivals(11),
      inCourse(),
      aBuyer(),
    ]);
    const other = await registered(first.person, await examThat(first.person, isPlain));
    for (const partner of partners) await breakPartner({ partner, mode: 'slow', ms: 30_000 });
    try {
      let answered = 0;
      const key = randomUUID();
      const slow = [
        updateMaterials(),
        assignments(course).then(refused),
        bookProctor(first, key).then(refused),
        ...crowd.map(({ by, registrationId }) =>
          online.bookProctor({ examId: RIVALS_EXAM, registrationId }, by()).then(
            () => 'booked',
            ({ message }: Error) => message,
          ),
        ),
      ].map((one) =>
        one.finally(() => {
          answered += 1;
        }),
      );

      const askedNow = () =>
        sql(
          'registration',
          "SELECT 1 FROM process WHERE name = 'bookProctor' AND status = 'running'",
        );
      await until(askedNow, ({ length }) => length === 1 + crowd.length);

      // the others, and the same student elsewhere; these within the eight seconds after which a
      // partner call is abandoned
      const abandoned = (person: Person, registrationId: number) =>
        person.ask(cancelExamRegistration, { registrationId }, randomUUID());
      const others = await Promise.all([
        first.person.ask(getAllExamsAccordingStudent, {}),
        abandoned(course.person, course.registrationId),
        abandoned(first.person, other.registrationId),
      ]);
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(answered).toBe(0);
      // and these while the bookings are retried
      await buyPayBook(buyer);
      await first.person.do(onlineExamRegistration, { examId: other.exam.id });
      expect(await askedNow()).toHaveLength(1 + crowd.length);

      const [assigned, notListed, notBooked, ...noneBooked] = slow;
      const refusals = await Promise.all([notBooked, notListed, ...noneBooked]);
      await mendPartners(); // before the next retry
      expect(refusals.slice(0, 2)).toEqual([
        [502, 'proctor_failed', loading],
        [502, 'coopersmith_failed', connecting],
      ]);
      for (const refusal of refusals.slice(2)) expect(refusal).toContain(loading);
      await persist(first.person, addStudentExamToProctor, first.ids, key);
      await assigned;
    } finally {
      await mendPartners();
    }
    await sweep(); // all others are booked automatically
    for (const { registrationId } of [first, ...crowd])
      expect(await bookingsAlive(registrationId)).toHaveLength(1);
  });
}

/** F14: partners give no useful answer. */
export function uselessPartners(modes: readonly ('error' | 'garbage' | 'down')[]): void {
  test.each(modes)(
    'F14: partners that answer nothing of use (%s) are named in errors, and work when restored',
    async (mode) => {
      const [sitter, course] = await Promise.all([readyOnline(), inCourse()]);
      for (const partner of partners) await breakPartner({ partner, mode });
      try {
        expect(refused(await assignments(course))).toEqual([502, 'coopersmith_failed', connecting]);
        expect(await updateMaterials()).toContain(
          'The study materials of TAL and CIS could not be fetched.',
        );
        expect((await sitter.person.ask(getAllExamsAccordingStudent, {})).status).toBe(200);
        // last: its fourth try, seven seconds later, has to find the partner restored
        expect(refused(await bookProctor(sitter))).toEqual([502, 'proctor_failed', loading]);
      } finally {
        await mendPartners();
      }
      expect((await assignments(course)).status).toBe(200);
      await sweep(); // started work ends automatically
      expect(await bookingsAlive(sitter.registrationId)).toHaveLength(1);
    },
  );
}

/** The damage when a registration stays locked during a call to a partner. */
export function slowPartnersControl(): void {
  test('F14, control: a registration locked during a partner call blocks', async () => {
    const [{ person, registrationId }, buyer] = await Promise.all([
      readyOnline({ isPaid: false }),
      aBuyer(),
    ]);
    await inDatabase('registration', async (ask) => {
      await ask('BEGIN');
      await ask('SELECT 1 FROM registration WHERE id = $1 FOR UPDATE', [registrationId]);
      let answered = false;
      // retried while it waits for the lock in vain
      const cancelled = persist(person, cancelExamRegistration, { registrationId }).finally(() => {
        answered = true;
      });
      await buyPayBook(buyer); // as long as before: only the locked one has no answer
      expect(answered).toBe(false);
      await ask('COMMIT');
      await cancelled;
    });
    await sweep();
  });
}
