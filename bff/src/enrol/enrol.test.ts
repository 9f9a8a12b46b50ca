import { expect, test } from '@jest/globals';
import * as contract from '@portal/contract/students/enrol';
import { conflict, partnerFailed } from '@portal/kit/errors';
import { School } from '@portal/proto/schools/v1/schools';
import {
  aPortal,
  aStaffSession,
  aStudentSession,
  type FakeServices,
  problemIn,
} from '../testing/portal.ts';
import { aStudent } from '../testing/records.ts';

const schools = {
  schools: {
    listSchools: ({ ids }: { ids: number[] }) => ({
      schools: [
        {
          id: 151,
          name: 'Bais Chana',
          gender: '2',
          latestCohort: '2026-2027',
          cohortChoices: ['2026-2027', '2027-2028'],
        },
        {
          id: 209,
          name: 'Ohr Torah',
          gender: '1',
          cohortChoices: ['2026-2027', '2027-2028'],
          studentsAreMembers: true,
        },
      ]
        .filter(({ id }) => ids.length === 0 || ids.includes(id))
        .map((school) => School.fromPartial(school)),
    }),
  },
};
const withIdentity = (identity: FakeServices[string]) =>
  aPortal({ services: { identity, schools } as FakeServices });

const form = {
  firstName: ' Ruth ',
  lastName: 'Moab',
  dob: '05/17/2001',
  last4ssn: '5577',
  gender: '2',
  email: 'ruth@student.test',
  cellphone: '718-555-0101',
  address: '12 Barley Street',
  city: 'Brooklyn',
  state: '',
  zip: '11230',
  country: 'United States',
  password: 'Right4Me!',
};
const proven = { cookie: 'botcheck=signed.proof' };
const duplicate = (students: unknown[]) => () => {
  throw conflict(
    'duplicate_student',
    'A student already exists with the given SSN and date of birth.',
    { Error: true, students },
  );
};

/** Records the requests, and answers with a student. */
function adding() {
  const requests: { request: { student: object }; kind: string }[] = [];
  const students = {
    addStudent: (request: never, by: never) => {
      requests.push({ request, kind: (by as { actor: { kind: string } }).actor.kind });
      return { student: aStudent({ schoolId: 151, jseId: '200001', createdBy: 'login' }) };
    },
  };
  return { requests, students };
}

test('sign-up sends the form with the proof; the answer has the own record', async () => {
  const { requests, students } = adding();
  const portal = await withIdentity({ students });
  for (const path of ['/api/student/add', '/api/student_add']) {
    const answer = await portal.post(path, form, proven);
    const body = contract.addStudent.answer.parse(await answer.json());
    expect(body).toMatchObject({
      student: { id: 12, last4ssn: '1234' },
      allSchoolStudents: null,
      school: { id: 151, name: 'Bais Chana' },
    });
    expect(body.student).not.toHaveProperty('createdBy');
  }
  expect(requests).toHaveLength(2);
  expect(requests[0]).toMatchObject({
    kind: 'public',
    request: {
      botProof: 'signed.proof',
      password: 'Right4Me!',
      isRegular: false,
      student: {
        firstName: 'Ruth',
        dob: '2001-05-17',
        last4Ssn: '5577',
        email: 'ruth@student.test',
        state: undefined,
      },
    },
  });
});

test('the secret of an invitation reaches the service only on sign-up', async () => {
  const { requests, students } = adding();
  const portal = await withIdentity({ students });
  for (const path of ['/api/student/add', '/api/student_add'])
    await portal.post(path, { ...form, invitation: 'the-secret' }, proven);
  await portal.post(
    '/api/student/add',
    { ...form, invitation: 'the-secret' },
    await portal.signedIn(aStaffSession('ROLE_ADMIN')),
  );
  expect(requests.map(({ request }) => (request as { invitation?: string }).invitation)).toEqual([
    'the-secret',
    'the-secret',
    undefined,
  ]);
});

test('sign-up without the proof is refused', async () => {
  const portal = await withIdentity({});
  const problem = await problemIn(await portal.post('/api/student/add', form));
  expect(problem).toMatchObject({
    status: 403,
    code: 'bot_check_needed',
    detail: 'Please confirm that you are not a robot.',
  });
});

test('a signed-in student signs up like a visitor; an expired staff session fails', async () => {
  const { requests, students } = adding();
  const portal = await withIdentity({ students });
  const { cookie } = await portal.signedIn(aStudentSession());
  await portal.post('/api/student/add', form, { cookie: `${cookie}; ${proven.cookie}` });
  expect(requests[0]?.kind).toBe('public');

  const { password, ...ofStaff } = form;
  const over = await portal.post('/api/student/add', ofStaff, { cookie: 'sid=gone' });
  expect((await problemIn(over)).code).toBe('session_over');
});

test('staff add without proof or password, and see the staff view; others may not', async () => {
  const { requests, students } = adding();
  const portal = await withIdentity({ students });
  const { password, last4ssn, ...rest } = form;
  const body = {
    ...rest,
    ssn: last4ssn,
    college: 269,
    membershipType: 1,
    school: 151,
    isRegularAdd: 'true',
    approvedBy: 'Dr Gold',
    accommodations: 'Time',
  };
  const answer = await portal.post(
    '/api/student_add',
    body,
    await portal.signedIn(aStaffSession('ROLE_ADMIN')),
  );
  const { student } = contract.addStudent.answer.parse(await answer.json());
  expect(student).toMatchObject({
    ssn: '1234',
    jseId: '200001',
    school: 151,
    schoolName: 'Bais Chana',
    createdBy: 'login',
    registrations: [],
  });
  expect(requests[0]).toMatchObject({
    kind: 'staff',
    request: {
      isRegular: true,
      student: {
        last4Ssn: '5577',
        collegeId: 269,
        membershipTypeId: 1,
        schoolId: 151,
        accommodationsApprovedBy: 'Dr Gold',
      },
    },
  });
  expect(requests[0]?.request).not.toHaveProperty('password');

  for (const role of [
    'ROLE_ADVISOR',
    'ROLE_ADVISOR_ADMIN',
    'ROLE_SUPPORT',
    'ROLE_ADMISSIONS',
    'ROLE_TECH_SUPPORT',
  ]) {
    const refused = await problemIn(
      await portal.post('/api/student_add', body, await portal.signedIn(aStaffSession(role))),
    );
    expect([role, refused.status, refused.code]).toEqual([role, 403, 'forbidden']);
  }
});

test('a duplicate names the students to staff, with their school', async () => {
  const same = {
    id: 7,
    firstName: 'Hanna',
    lastName: 'B',
    maidenName: null,
    last4Ssn: '5577',
    dob: '2001-05-17',
    email: null,
    collegeName: null,
    schoolId: 151,
    jseId: '1',
  };
  const portal = await withIdentity({ students: { addStudent: duplicate([same]) } });
  const problem = await problemIn(
    await portal.post('/api/student/add', form, await portal.signedIn(aStaffSession('ROLE_ADMIN'))),
  );
  const { last4Ssn, schoolId, ...brief } = same;
  expect(problem).toMatchObject({
    status: 409,
    Error: true,
    students: [{ ...brief, ssn: '5577', schoolName: 'Bais Chana' }],
  });
});

test('sign-ups reveal no records: ten tries for a person, sixty for an address', async () => {
  const portal = await aPortal({
    proxies: 1,
    services: { identity: { students: { addStudent: duplicate([]) } } },
  });
  const attempt = async (address: string, last4ssn: string) =>
    (
      await portal.post(
        '/api/student/add',
        { ...form, last4ssn },
        { ...proven, 'x-forwarded-for': address },
      )
    ).status;
  const ofPerson = [];
  for (let n = 0; n < 11; n += 1) ofPerson.push(await attempt(`203.0.113.${n}`, '0001'));
  expect(ofPerson).toEqual([...Array(10).fill(409), 429]);
  const ofAddress = [];
  for (let n = 0; n < 61; n += 1) ofAddress.push(await attempt('198.51.100.7', String(1000 + n)));
  expect(ofAddress).toEqual([...Array(60).fill(409), 429]);
  const unproven = [];
  for (let n = 0; n < 61; n += 1) {
    const body = { ...form, last4ssn: String(2000 + n) };
    const from = { 'x-forwarded-for': '198.51.100.8' };
    unproven.push((await portal.post('/api/student/add', body, from)).status);
  }
  expect(unproven).toEqual([...Array(60).fill(403), 429]);
});

test.each([
  [{ firstName: 'O<b>Brien' }, 'firstName', 'First name invalid: "<" is not allowed.'],
  [{ dob: '2020-01-01' }, 'dob', 'DOB invalid'],
  [{ last4ssn: '123' }, 'last4ssn', 'SSN invalid'],
  [{ last4ssn: undefined }, 'last4ssn', 'SSN invalid'],
  [{ email: 'none' }, 'email', 'Email invalid'],
  [{ cellphone: '1' }, 'cellphone', 'Phone number invalid'],
  [{ phone: '1' }, 'phone', 'Phone number invalid'],
  [{ address: '' }, 'address', 'Address invalid'],
  [{ zip: '1123' }, 'zip', 'Zip invalid'],
  [{ country: ' ' }, 'country', 'Required'],
])('a form with %j is refused by its field', async (changes, path, message) => {
  const portal = await withIdentity({});
  const problem = await problemIn(
    await portal.post('/api/student/add', { ...form, ...changes }, proven),
  );
  expect(problem).toMatchObject({
    status: 422,
    code: 'invalid',
    detail: message,
    errors: [{ path, message }],
  });
});

test('a passed bot check sets an HttpOnly proof; a robot gets none', async () => {
  const accounts = {
    verifyBotCheck: ({ recaptchaToken }: { recaptchaToken: string }) =>
      recaptchaToken === 'good' ? { botProof: 'signed.proof' } : {},
  };
  const portal = await withIdentity({ accounts });
  const passed = await portal.post('/api/verifyRecaptcha', { recaptchaToken: 'good' });
  expect([await passed.json(), passed.headers.getSetCookie()]).toEqual([
    { success: true },
    ['botcheck=signed.proof; Max-Age=600; Path=/; HttpOnly; SameSite=Lax'],
  ]);
  const failed = await portal.post('/api/verifyRecaptcha', { recaptchaToken: 'bad' });
  expect([await failed.json(), failed.headers.getSetCookie()]).toEqual([{ success: false }, []]);
});

test('a bot check that does not answer is a 502', async () => {
  const down = () => {
    throw partnerFailed('bot_check_down', 'The check did not answer. Please try again.');
  };
  const portal = await withIdentity({ accounts: { verifyBotCheck: down } });
  const problem = await problemIn(
    await portal.post('/api/verifyRecaptcha', { recaptchaToken: 'good' }),
  );
  expect([problem.status, problem.code]).toEqual([502, 'bot_check_down']);
});

test('an invitation says that it was sent, or who has the address', async () => {
  const existing = [
    {
      id: 7,
      firstName: 'Hanna',
      lastName: 'B',
      last4Ssn: '5577',
      dob: '2001-05-17',
      schoolId: 151,
    },
  ];
  const invites = {
    sendInvite: ({ email }: { email: string }) => ({
      existing: email === 'known@student.test' ? existing : [],
    }),
  };
  const portal = await withIdentity({ invites });
  const staff = await portal.signedIn(aStaffSession('ROLE_ADMISSIONS'));
  const invite = async (email: string) => {
    const answer = await portal.post(
      '/api/emailAddStudentLinkToNonMember',
      { firstName: 'Ina', email, collegeId: 269 },
      staff,
    );
    return contract.emailAddStudentLinkToNonMember.answer.parse(await answer.json());
  };
  expect(await invite('new@student.test')).toEqual({
    responseCode: 1,
    message: 'The invitation was sent to new@student.test.',
    students: [],
  });
  expect(await invite('known@student.test')).toMatchObject({
    responseCode: 2,
    students: [{ id: 7, ssn: '5577', schoolName: 'Bais Chana', jseId: null }],
  });
});

test('the lists of the form name all schools, to a school admin the own one only', async () => {
  const portal = await withIdentity({
    colleges: {
      listColleges: () => ({ colleges: [], membershipTypes: [{ id: 1, name: 'Member' }] }),
    },
    students: {
      listCohorts: () => ({ schools: [{ schoolId: 151, cohorts: ['2026-2027', 'NULL'] }] }),
    },
  });
  const lists = async (session: Parameters<typeof portal.signedIn>[0]) =>
    contract.getInfoForAddStudent.answer.parse(
      await (
        await portal.post('/api/getInfoForAddStudent', {}, await portal.signedIn(session))
      ).json(),
    );
  const ofAdmin = await lists(aStaffSession('ROLE_ADMISSIONS'));
  expect(ofAdmin.membershipTypes).toEqual([{ id: 1, name: 'Member' }]);
  expect(ofAdmin.schools).toMatchObject([
    {
      id: 151,
      latest_cohort: '2026-2027',
      distinct_cohorts: '2026-2027,NULL',
      school_cohorts: '2026-2027,2027-2028',
      students_are_members: false,
    },
    { id: 209, latest_cohort: null, distinct_cohorts: '', students_are_members: true },
  ]);
  const ofSchool = await lists({ ...aStaffSession('ROLE_SCHOOL_ADMIN'), schoolId: 209 });
  expect(ofSchool.schools.map(({ id }) => id)).toEqual([209]);
  expect((await lists(aStaffSession('ROLE_SCHOOL_ADMIN'))).schools).toEqual([]);
});

test('colleges are a plain list for every caller, fetched once', async () => {
  let requests = 0;
  const listColleges = () => {
    requests += 1;
    return { colleges: [{ id: 269, name: 'Woodmont College' }], membershipTypes: [] };
  };
  const portal = await withIdentity({ colleges: { listColleges } });
  for (let times = 0; times < 3; times += 1)
    expect(await (await portal.get('/api/getColleges')).json()).toEqual([
      { id: 269, name: 'Woodmont College' },
    ]);
  expect(requests).toBe(1);
});
