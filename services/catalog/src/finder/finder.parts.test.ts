import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { finderHandler } from '@portal/kit/finder/find-things';
import { asService, asStaff, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { saveExam } from '../exams/save-exam.ts';
import { anExam } from '../testing.ts';
import { findExams } from './find-exams.ts';

let db: TestDatabase;
const idOf = new Map<string, number>();
beforeAll(async () => {
  db = await freshDatabase('catalog');
  for (const exam of [
    anExam({ subject: 'Ethics of the Fathers', secularNumber: 'PHI-201', alt1: 'Pirkei Avos' }),
    anExam({ subject: 'Ethics & Law', secularNumber: 'LAW-7' }),
    anExam({ subject: 'Ethics of old', secularNumber: 'OLD-1', active: false }),
  ])
    idOf.set(exam.secularNumber, (await saveExam(asService(db, 'test'), { id: 0, exam })).id);
});
afterAll(() => db.drop());

const find = finderHandler({ exam: findExams });
const found = async (query: string, role = 'ROLE_ADMIN', recent: string[] = []) => {
  const opened = recent.map((code) => ({ kind: 'exam', id: idOf.get(code) ?? 0 }));
  return (await find.handle({ query, recent: opened }, asStaff(db, [role]))).things;
};
const titles = async (...query: Parameters<typeof found>) =>
  (await found(...query)).map(({ title }) => title);

test.each([
  { typed: 'ethics', subjects: ['Ethics & Law', 'Ethics of the Fathers'] },
  { typed: 'phi-2', subjects: ['Ethics of the Fathers'] },
  { typed: 'avos', subjects: ['Ethics of the Fathers'] },
  { typed: 'law ethics', subjects: ['Ethics & Law'] },
  { typed: 'old', subjects: [] },
])('"$typed" finds $subjects, the newest first', async ({ typed, subjects }) => {
  expect(await titles(typed)).toEqual(subjects);
});

test('a retired exam is found by its id, and where it was opened lately, and says so', async () => {
  const [exam] = await found(String(idOf.get('OLD-1')));
  expect(exam).toMatchObject({ rank: 1, retired: true, sub: expect.stringContaining('retired') });
  expect(await titles('old', 'ROLE_ADMIN', ['OLD-1'])).toEqual(['Ethics of old']);
  expect(await titles('', 'ROLE_ADMIN', ['OLD-1'])).toEqual(['Ethics of old']);
});

test('a caller who may not see the catalogue finds no exams (R-573)', async () => {
  expect(await titles('ethics', 'ROLE_SCHOOL_ADMIN')).toEqual([]);
  expect(await titles('ethics', 'ROLE_ADMISSIONS')).toHaveLength(2);
});
