import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { addStudent, studentAdd } from '@portal/contract/students/enrol';
import { sql } from '../../../portal/databases.ts';
import { personalDataOutside } from '../../../portal/personal-data.ts';
import { until } from '../../../portal/until.ts';
import { aBuyer, buyPayBook, cancelExam } from '../../faults/harness/people/buyer.ts';
import { aForm, aVisitor } from '../../people/non-members.ts';
import { signedInStaff } from '../../people/staff.ts';

test('only the record itself holds the SSN digits and birth date of a student', async () => {
  const form = aForm({ last4ssn: '0907' });
  const searched = [{ dob: form.dob, last4ssn: '0907' }];
  const [visitor, admin, key] = [await aVisitor(), await signedInStaff('ROLE_ADMIN'), randomUUID()];
  const first = await visitor.do(addStudent, form, key);
  expect((await visitor.do(addStudent, form, key)).student).toMatchObject({
    id: first.student.id,
    dob: form.dob,
  });

  // a student with the same digits and birth date: staff see them on every attempt with the key
  const { password: _, ...same } = aForm({
    dob: form.dob,
    last4ssn: '0907',
    collegeId: 269,
    membershipTypeId: 1,
  });
  const again = randomUUID();
  for (const answer of [
    await admin.ask(studentAdd, same, again),
    await admin.ask(studentAdd, same, again),
  ]) {
    expect(answer.body).toMatchObject({
      code: 'duplicate_student',
      students: [{ id: first.student.id, ssn: '0907' }],
    });
  }
  const buyer = await aBuyer();
  await cancelExam(buyer, await buyPayBook(buyer));
  await until(
    () =>
      sql('registration', 'SELECT 1 FROM student_copy WHERE id = ANY($1)', [
        [first.student.id, buyer.id],
      ]),
    (rows) => rows.length === 2,
  );
  expect(await personalDataOutside([...searched, buyer])).toEqual([]);
});

test('control: finds digits and birth dates elsewhere: in columns, JSON and text', async () => {
  const searched = { dob: '1971-02-09', last4ssn: '0908' };
  const id = randomUUID();
  const put = (payload: object) =>
    sql(
      'catalog',
      "INSERT INTO outbox (id, type, payload, sent_at) VALUES ($1, 'test', $2, now())",
      [id, payload],
    );
  for (const payload of [
    { form: { dob: '1990-01-01' } },
    { said: 'born 2/9/1971' },
    { list: ['0908'] },
    { text: '{"last4_ssn":"1234"}' },
  ]) {
    await put(payload);
    const found = await personalDataOutside([searched]);
    await sql('catalog', 'DELETE FROM outbox WHERE id = $1', [id]);
    expect(found.join()).toContain('catalog.outbox');
  }
});
