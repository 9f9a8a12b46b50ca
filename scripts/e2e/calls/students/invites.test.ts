import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  addStudent,
  emailAddStudentLinkToNonMember,
  getColleges,
  getInfoForAddStudent,
} from '@portal/contract/students/enrol';
import { sql } from '../../../portal/databases.ts';
import { mailsTo, mailTo } from '../../../portal/mails.ts';
import { until } from '../../../portal/until.ts';
import { Person } from '../../../portal-user/person.ts';
import { aForm, anAddress, aVisitor } from '../../people/non-members.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

describe('emailAddStudentLinkToNonMember', () => {
  const inviteInput = (changes: Readonly<Record<string, unknown>> = {}) => ({
    firstName: 'Ina',
    email: anAddress(),
    collegeId: 269,
    ...changes,
  });
  const linkIn = (text: string) =>
    (/\/register\/([\w-]+)\/(\d+)\/([\w-]+)\?invitation=([\w-]{43})\b/.exec(text) ?? []).slice(1);
  const plain = (text = '') => Buffer.from(text, 'base64url').toString();

  test('emails a link that gives one sign-up the terms of the invitation', async () => {
    const invited = inviteInput();
    const answer = await (await signedInStaff('ROLE_ADMISSIONS')).do(
      emailAddStudentLinkToNonMember,
      invited,
    );
    expect(answer).toEqual({
      responseCode: 1,
      message: `The invitation was sent to ${invited.email}.`,
      students: [],
    });
    const { text } = await mailTo(invited.email, 'Create your JSE account');
    const [email, type, college, invitation] = linkIn(text);
    expect([plain(email), type, plain(college)]).toEqual([invited.email, '2', '269']);

    const { student } = await (await aVisitor()).do(
      addStudent,
      aForm({ email: invited.email.toUpperCase(), invitation }),
    );
    expect(student).toMatchObject({ collegeId: 269, membershipTypeId: 2 });
    const again = await (await aVisitor()).ask(
      addStudent,
      aForm({ email: invited.email, invitation }),
    );
    expect(refusal(again)).toMatchObject({ status: 422, code: 'invitation_invalid' });
    const [invite] = await sql<{ student_id: string }>(
      'identity',
      'SELECT student_id FROM invite WHERE email = $1',
      [invited.email],
    );
    expect(Number(invite?.student_id)).toBe(student.id);
  });

  test('replaces the older invitation, and links the seminary student on sign-up', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const [seminaryStudent] = await sql<{ id: string }>(
      'seminary',
      'SELECT id FROM seminary_student WHERE student_id IS NULL ORDER BY id DESC LIMIT 1',
    );
    const invited = inviteInput({ seminaryStudentId: Number(seminaryStudent?.id) });
    await admin.do(emailAddStudentLinkToNonMember, { ...invited, collegeId: 234 });
    // two emails sent together may arrive in either order
    await mailTo(invited.email, 'Create your JSE account');
    await admin.do(emailAddStudentLinkToNonMember, invited);
    const open = await sql<{ college_id: string }>(
      'identity',
      'SELECT college_id FROM invite WHERE email = $1 AND replaced_at IS NULL',
      [invited.email],
    );
    expect(open.map(({ college_id }) => Number(college_id))).toEqual([269]);

    const { text } = await mailTo(invited.email, 'Create your JSE account', { count: 2 });
    const [, , , invitation] = linkIn(text);
    const { student } = await (await aVisitor()).do(
      addStudent,
      aForm({ email: invited.email, invitation }),
    );
    const linked = () =>
      sql<{ student_id: string | null }>(
        'seminary',
        'SELECT student_id FROM seminary_student WHERE id = $1',
        [seminaryStudent?.id],
      );
    await until(linked, ([row]) => Number(row?.student_id) === student.id);
  });

  test('sends once per key, and at most twenty an hour per member of staff', async () => {
    const [admissions, invited, key] = [
      await signedInStaff('ROLE_ADMISSIONS'),
      inviteInput(),
      randomUUID(),
    ];
    for (let times = 0; times < 3; times += 1)
      await admissions.do(emailAddStudentLinkToNonMember, invited, key);
    await mailTo(invited.email, 'Create your JSE account');
    expect(await mailsTo(invited.email)).toHaveLength(1);
    const statuses = [];
    for (let times = 0; times < 20; times += 1)
      statuses.push((await admissions.ask(emailAddStudentLinkToNonMember, inviteInput())).status);
    expect(statuses).toEqual([...Array(19).fill(200), 429]);
  });
});

describe('getInfoForAddStudent', () => {
  test('gives an admin all schools with their cohorts, and the membership types', async () => {
    await anEnrolled({ schoolId: 209 });
    const { schools, membershipTypes } = await (await signedInStaff('ROLE_ADMIN')).do(
      getInfoForAddStudent,
      {},
    );
    const school = schools.find(({ id }) => id === 209);
    expect(school).toMatchObject({
      name: expect.stringMatching(/\w/),
      gender: expect.stringMatching(/^[123]$/),
      students_are_members: false,
    });
    expect(school?.school_cohorts).toMatch(/^\d{4}-\d{4}(,\d{4}-\d{4})+$/);
    expect(school?.distinct_cohorts).toMatch(/^(\d{4}-\d{4},)*NULL$/);
    expect(schools.find(({ id }) => id === 300)?.students_are_members).toBe(true);
    expect(membershipTypes).toEqual(
      expect.arrayContaining([
        { id: 1, name: 'Member' },
        { id: 2, name: 'Non-member' },
      ]),
    );
  });

  test('gives a school admin only their school', async () => {
    const { schools } = await (await signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 209 })).do(
      getInfoForAddStudent,
      {},
    );
    expect(schools.map(({ id }) => id)).toEqual([209]);
  });
});

describe('getColleges', () => {
  test('gives all visitors the open colleges by name', async () => {
    const colleges = await new Person().do(getColleges, {});
    expect(colleges).toEqual(
      expect.arrayContaining([
        { id: 234, name: 'Undecided' },
        { id: 269, name: 'Woodmont College' },
      ]),
    );
    expect(colleges.map(({ id }) => id)).not.toContain(88);
    const names = colleges.map(({ name }) => name.toLowerCase());
    expect(names).toEqual([...names].sort());
  });
});
