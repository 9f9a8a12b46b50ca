import { serviceActor } from '@portal/kit/auth/actor';
import { connect, type Database, NO_TIMEOUT } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import { plainLocation } from './demo/locations.ts';
import type { ExamFields } from './exams/exam.ts';
import { readExams } from './exams/list-exams.ts';
import { saveExam } from './exams/save-exam.ts';
import { readLocations } from './locations/list-locations.ts';
import { saveLocation } from './locations/save-location.ts';

const TAL = 1;
const CCC = 3;
const CIS = 4;
const FIRST_EXAM = 10_001;
const FIRST_LOCATION = 1001;
/** Grading of assignments, in cents. */
/** The college whose students take course versions. */
const WOODMONT = 269;
const ASSIGNMENTS = 5_000;

const fields =
  `Archaeology Astronomy Botany Chemistry Commerce Criminology Dance Ecology Economics Ethics Film
  Finance Geology Journalism Jurisprudence Linguistics
  Literature Logistics Medicine Meteorology Nursing Nutrition Pedagogy Philology Physics Poetry
  Psychiatry Rhetoric Sociology Theatre`.split(/\s+/);
const kinds = [
  (field: string) => `Introduction to ${field}`,
  (field: string) => `History of ${field}`,
  (field: string) => `Readings in ${field}`,
  (field: string) => `Methods of ${field}`,
  (field: string) => `${field} and Society`,
  (field: string) => `Topics in ${field}`,
  (field: string) => `${field} in Jewish Sources`,
  (field: string) => `Advanced ${field}`,
  (field: string) => `Applied ${field}`,
  (field: string) => `Foundations of ${field}`,
];
const towns =
  `Passaic Teaneck Queens Riverdale Baltimore Cleveland Detroit Boston Miami Atlanta Dallas Houston
  Denver Phoenix Seattle Toronto Montreal London Manchester
  Antwerp Zurich Melbourne Philadelphia Pittsburgh`.split(/\s+/);

/**
 * The exam at a place of the load catalogue: vendors in turn; of CCC every other one is the course
 * version of the one before.
 */
function examAt(place: number): ExamFields {
  const vendorId = [TAL, CIS, CCC, CCC, CIS][place % 5] as number;
  const isCourse = place % 5 === 3;
  const id = FIRST_EXAM + place;
  const credits = [3, 3, 2, 3, 4, 3, 1, 6][Math.floor(place / 5) % 8] as number;
  const code = `${vendorId === TAL ? 'TAL' : vendorId === CCC ? 'CCC' : 'CIS'}-${id}`;
  const subject = (kinds[place % kinds.length] as (field: string) => string)(
    fields[Math.floor(place / kinds.length) % fields.length] as string,
  );
  const isPaper = place % 37 === 5;
  return {
    subject: isCourse ? `${subject} (course)` : subject,
    vendorId,
    secularNumber: code,
    alt1: null,
    alt2: null,
    alt3: null,
    credits,
    durationMinutes: Math.min(180, 60 + credits * 20),
    onlineOnly: !isPaper && place % 41 === 6,
    paperOnly: isPaper,
    allowedResources: null,
    assignments: isCourse,
    contentCode: isPaper ? null : `${code}-E`,
    programContentCode: isCourse ? `${code}-P` : null,
    alternateCourseVersion: isCourse ? id - 1 : null,
    phonesystemActive: place % 53 !== 7,
    requiredExamIds: place % 29 === 25 ? [id - 5] : [],
    additionalChargeCents: isCourse ? ASSIGNMENTS : 0,
    examProctorCode: isPaper ? null : `PR-${id}`,
    active: true,
    seminaryTesting: vendorId === TAL,
    courseChangeReserved: false,
    courseCollegeId: isCourse ? WOODMONT : null,
    studyMaterials: [
      {
        fileType: 'StudyGuide',
        displayTitle: `Study guide: ${subject}`,
        url: `https://materials.jse.test/${code.toLowerCase()}/study-guide.pdf`,
        lastUpdatedDate: null,
      },
    ],
  };
}

/**
 * Adds exams up to the given number of active ones, and branches beside those of the demo data, by
 * the service's own commands; changes no existing row.
 */
export async function seedLoad(
  db: Database,
  { exams, branches }: { exams: number; branches: number },
  now: Date,
): Promise<void> {
  const call = { db, actor: serviceActor('seed'), key: null, now, requestId: 'seed load' };
  const known = await readExams(db, null);
  const there = new Set(known.map(({ id }) => id));
  for (
    let place = 0, active = known.filter((one) => one.active && one.id < FIRST_EXAM).length;
    active < exams;
    place++, active++
  ) {
    const id = FIRST_EXAM + place;
    if (!there.has(id)) await saveExam(call, { id, exam: examAt(place) });
  }
  const open = new Set((await readLocations(db, null)).map(({ id }) => id));
  for (let place = 0; place < branches; place++) {
    const id = FIRST_LOCATION + place;
    if (!open.has(id)) await saveLocation(call, { id, location: locationAt(place) });
  }
  await db.run`ANALYZE`;
}

const locationAt = (place: number) => ({
  name:
    `${towns[place % towns.length]}` +
    (place < towns.length ? '' : ` ${Math.floor(place / towns.length) + 1}`),
  address: `${10 + place} College Road`,
  city: towns[place % towns.length] as string,
  phone: `212-555-${String(2000 + place)}`,
  ...plainLocation,
});

if (import.meta.main) {
  const { LOAD_EXAMS = '500', LOAD_BRANCHES = '24', DATABASE_URL = '' } = process.env;
  const db = connect(DATABASE_URL, { name: 'catalog load', ...NO_TIMEOUT });
  await seedLoad(db, { exams: Number(LOAD_EXAMS), branches: Number(LOAD_BRANCHES) }, steadyNow());
  await db.close();
}
