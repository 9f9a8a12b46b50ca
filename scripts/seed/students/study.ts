import { asAdmissions, seeding } from '../as.ts';
import { rpc, tool } from '../clients.ts';
import { newVisa } from '../visa.ts';

const programs = {
  israel: { programId: 1, name: 'Seminary Study Israel', price: 1200, firstPart: 600 },
  newYork: { programId: 2, name: 'Seminary Study New York', price: 950, firstPart: 475 },
  woodmont: {
    programId: 3,
    name: 'Woodmont Seminary Study',
    price: 1400,
    firstPart: 700,
    woodmontOnly: true,
  },
};
const MIRI = 1003;
/** Id of miri at TTI, as in the student's record. */
const MIRI_AT_TTI = '700003';
/** Members whose study is paid, wholly or in part. */
const paid = [
  { member: 2201, ttiStudentId: '700101', program: programs.israel, fullJoin: true },
  { member: 2202, ttiStudentId: '700102', program: programs.israel, fullJoin: false },
  { member: 2203, ttiStudentId: '700103', program: programs.newYork, fullJoin: true },
];

/**
 * Creates students of TTI: miri has interests to pay, Chaya has no account yet, and three members
 * have paid. The partner, which the sandbox plays, holds the interests; the payments are made as
 * the admissions office makes them.
 */
export async function seedStudy(now: Date, sandboxUrl: string): Promise<void> {
  const tti = (path: string, body: object) => post(`${sandboxUrl}/tti/students${path}`, body);
  await tti('', {
    ...(await personOf(MIRI)),
    reference: 'demo-miri',
    studentId: MIRI_AT_TTI,
    collegeId: 269,
    programs: [programs.israel, programs.woodmont],
  });
  await tti(`/${MIRI_AT_TTI}/join`, { programId: programs.israel.programId, membership: true });
  await tti('', {
    reference: 'demo-chaya',
    studentId: '700004',
    first: 'Chaya',
    last: 'Berkowitz',
    email: 'chaya@student.test',
    dob: '2006-05-14',
    last4ssn: '7004',
    gender: '2',
    phone: '718-555-0174',
    address: '52 Ocean Parkway',
    city: 'Brooklyn',
    state: 'NY',
    zip: '11218',
    programs: [programs.newYork],
  });
  for (const { member, ttiStudentId, program, fullJoin } of paid) {
    const person = await personOf(member);
    await tti('', {
      ...person,
      email: `${ttiStudentId}@tti.test`,
      reference: `demo-${member}`,
      studentId: ttiStudentId,
      programs: [program],
    });
    const by = asAdmissions(`study of ${member}`);
    const place = { ttiStudentId, programId: program.programId, paymentTo: 'TTI', fullJoin };
    // a token works once, so an interrupted seed reads the open amount instead of paying again
    const { amountCents } = await rpc.study.getStudyInfo(place, by);
    if (amountCents === 0) continue;
    const card = await newVisa(sandboxUrl, now, `${person.first} ${person.last}`);
    await rpc.study.chargeAndJoin({ ...place, amountCents, method: { card } }, by);
  }
}

async function personOf(id: number) {
  const { students } = await tool.students.listStudents({ ids: [id], limit: 1 }, seeding('study'));
  const [student] = students;
  if (!student) throw new Error(`student ${id} is not on record`);
  const { firstName: first, lastName: last, email, dob, last4Ssn: last4ssn, gender } = student;
  return { first, last, email, dob, last4ssn, gender };
}

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`TTI took no demo student (${answer.status})`);
}
