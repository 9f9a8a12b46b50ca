import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { getPartnerIds, lookUpTalId, savePartnerIds } from '@portal/contract/students/partner-ids';
import { adminGetStudentInfo } from '@portal/contract/students/student-info';
import { thePortal } from '../../../portal/place.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import type { Person } from '../../../portal-user/person.ts';
import { idsAtVendors, resultAtTal } from '../../exams/vendors.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, type Enrolled } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});
afterEach(() => mendPartners());

const save = (id: number, ids: object, key: string = randomUUID()) =>
  admin.ask(savePartnerIds, { student_id: id, ...ids }, key);
const lookUp = (id: number, key: string = randomUUID()) =>
  admin.ask(lookUpTalId, { student_id: id }, key);

/** Adds a student with these data at TAL; returns the id there. */
async function knownAtTal(
  { firstName, lastName, dob, last4ssn }: Enrolled,
  other: object = {},
): Promise<string> {
  const answer = await fetch(`${thePortal.sandboxUrl}/tal/students`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      reference: randomUUID(),
      firstName,
      lastName,
      dob,
      last4ssn,
      ...other,
    }),
  });
  return ((await answer.json()) as { studentId: string }).studentId;
}

describe('getPartnerIds', () => {
  test('gives staff the stored ids, and does not find an unknown student', async () => {
    const { id } = await anEnrolled();
    const { maspedId } = idsAtVendors(id);
    await save(id, { maspedId });
    expect(await admin.do(getPartnerIds, { student_id: id })).toMatchObject({
      talId: null,
      cccId: null,
      ttiId: null,
      maspedId,
    });
    expect(refusal(await admin.ask(getPartnerIds, { student_id: 2_000_000_009 }))).toMatchObject({
      status: 404,
      code: 'student_not_found',
    });
  });
});

describe('savePartnerIds', () => {
  test('stores ids, removes one with null, and repeats the answer for a key', async () => {
    const { id } = await anEnrolled();
    const { talId, maspedId } = idsAtVendors(id);
    const key = randomUUID();
    const first = await save(id, { talId, maspedId }, key);
    expect(first).toMatchObject({
      status: 200,
      body: { talId, cccId: null, ttiId: null, maspedId },
    });
    expect((await save(id, { talId: null })).body).toMatchObject({ talId: null, maspedId });
    expect((await save(id, { talId, maspedId }, key)).body).toEqual(first.body);
    expect(await admin.do(getPartnerIds, { student_id: id })).toMatchObject({ talId: null });
  });

  test('refuses an id of another student, with their name', async () => {
    const [one, other] = [await anEnrolled(), await anEnrolled()];
    const { talId } = idsAtVendors(one.id);
    await save(one.id, { talId });
    expect(refusal(await save(other.id, { talId }))).toEqual({
      status: 409,
      code: 'id_taken',
      detail: `${one.firstName} ${one.lastName} has this id.`,
    });
  });
});

describe('lookUpTalId', () => {
  test('stores the id of TAL, and then fetches results from TAL', async () => {
    const student = await anEnrolled();
    expect(await lookUp(student.id)).toMatchObject({ body: { talId: null, candidates: [] } });
    const talId = await knownAtTal(student);
    await resultAtTal(talId);
    const key = randomUUID();
    const first = await lookUp(student.id, key);
    expect(first).toMatchObject({ status: 200, body: { talId, candidates: [{}] } });
    expect((await lookUp(student.id, key)).body).toEqual(first.body);
    expect(await admin.do(adminGetStudentInfo, { studentId: student.id })).toMatchObject({
      missingTalGuid: false,
      talExamsResponse: [{ courseNumber: 'TAL-101' }],
    });
  });

  test('lists the differing data without storing the id, and fails when TAL fails', async () => {
    const student = await anEnrolled();
    await knownAtTal(student, { dob: '1990-01-02' });
    const answer = await lookUp(student.id);
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'differs' },
    });
    expect(answer.body).toMatchObject({ reasons: ['Date of birth at TAL: 1990-01-02'] });
    expect(await admin.do(getPartnerIds, { student_id: student.id })).toMatchObject({
      talId: null,
    });
    await breakPartner({ partner: 'tal', mode: 'error' });
    expect(refusal(await lookUp(student.id))).toMatchObject({
      status: 502,
      code: 'partner_failed',
    });
  });
});
