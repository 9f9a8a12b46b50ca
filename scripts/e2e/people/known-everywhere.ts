import { randomInt } from 'node:crypto';
import { saveCreditCard } from '@portal/contract/purchases/payments';
import { login } from '@portal/contract/students/auth';
import { editStudent } from '@portal/contract/students/enrol';
import { saveAccommodation, setBar } from '@portal/contract/students/student-file';
import { type Names, type PersonalData, tablesThatName } from '../../portal/personal-data.ts';
import { thePortal } from '../../portal/place.ts';
import { Person } from '../../portal-user/person.ts';
import { aNewCard } from '../cards/card.ts';
import { aBirthPair } from './birth-pairs.ts';
import { FILE_TABLE, keepOnFile } from './keep-on-file.ts';
import { aSeminarian, settled } from './seminary-students.ts';
import { aStudent, letters, type SignedIn } from './students.ts';

/** A student with data in every service; no other student has the same words and numbers. */
export interface KnownEverywhere extends SignedIn {
  readonly names: Names;
  /** Tables that contain some of the words. */
  readonly tables: readonly string[];
}

/** Tables that contain words about a student who is known everywhere. */
const TABLES = [
  'identity.student',
  'identity.student_account',
  FILE_TABLE,
  'identity.accommodation',
  'identity.audit',
  'identity.mail',
  'payments.card',
  'registration.student_copy',
  'seminary.seminary_student',
];

/** Years before all other birth dates: only tables about this student hold the date. */
const BEFORE_OTHERS = { from: 1928, count: 20 };

/** Draws a birth date and SSN digits that no table holds. */
async function anUnusedPair(): Promise<PersonalData> {
  for (;;) {
    const drawn = aBirthPair(BEFORE_OTHERS);
    if ((await tablesThatName({ texts: [], ...drawn })).length === 0) return drawn;
  }
}

const aWord = () => `Q${letters(13)}`;
/** Draws one of eight million phone numbers. */
const aPhone = () => `845-${randomInt(200, 1_000)}-${String(randomInt(10_000)).padStart(4, '0')}`;
const anEmail = (at: string) => `e2e.${letters(16)}@${at}.test`;

/**
 * Creates a student with credits, a saved card, a changed login address, both phones, an address, a
 * text on file, a lifted bar, an accommodation and a settled seminary record. `admin` makes the changes of
 * the office.
 */
export async function aKnownEverywhere(
  admin: Person,
  { credits = 2 } = {},
): Promise<KnownEverywhere> {
  const own = { maidenName: aWord(), cellphone: aPhone(), phone: aPhone(), city: aWord() };
  const address = aWord();
  const drawn = await anUnusedPair();
  const student = await aStudent({
    ...own,
    credits,
    dob: drawn.dob,
    last4Ssn: drawn.last4ssn,
    address: `7 ${address} Street`,
    state: 'NY',
    zip: '10952',
    country: 'United States',
  });
  const { id, dob, last4ssn, password } = student;
  const about = { student_id: id };
  const holder = aWord();
  await student.person.do(saveCreditCard, {
    ...(await aNewCard(thePortal.sandboxUrl)),
    cardholderName: `D ${holder}`,
  });
  const atSeminary = { email: anEmail('seminary'), phone: aPhone(), address: aWord() };
  await settled(await aSeminarian(admin, student, [], atSeminary), 1, id);

  const [note, bar, needs] = [aWord(), aWord(), aWord()];
  await keepOnFile(admin, id, `${note}, of ${student.lastName}, called`);
  const { bars } = await admin.do(setBar, { ...about, levels: ['buying'], reason: `${bar} owes` });
  await admin.do(setBar, { ...about, barId: bars[0]?.barId, lift: true, reason: `${bar} paid` });
  const accommodation = { kind: 'other', text: needs, validFrom: '2026-01-01' } as const;
  await admin.do(saveAccommodation, { ...about, ...accommodation });
  const email = anEmail('student');
  await admin.do(editStudent, { ...about, email, emailUnlocked: true });
  const person = new Person();
  await person.do(login, { email, password });
  const texts = [
    student.lastName,
    student.email,
    email,
    ...Object.values(own),
    address,
    holder,
    ...Object.values(atSeminary),
    note,
    bar,
    needs,
  ];
  return { ...student, email, person, names: { texts, dob, last4ssn }, tables: TABLES };
}
