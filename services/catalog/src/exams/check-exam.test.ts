import { expect, test } from '@jest/globals';
import { aMaterial, anExam } from '../testing.ts';
import { examErrors } from './check-exam.ts';

test('an exam that is filled in rightly has no errors', () => {
  expect(
    examErrors(
      anExam({
        contentCode: 'E-1',
        studyMaterials: [aMaterial(), aMaterial({ url: 'http://a.test/b', lastUpdatedDate: null })],
      }),
      0,
    ),
  ).toEqual([]);
  expect(examErrors(anExam({ credits: 0, additionalChargeCents: 10_500 }), 7)).toEqual([]);
});

test.each([
  [{ subject: '' }, 'subject'],
  [{ secularNumber: '' }, 'secularNumber'],
  [{ credits: -1 }, 'credits'],
  [{ credits: 1.5 }, 'credits'],
  [{ credits: 13 }, 'credits'],
  [{ durationMinutes: 4 }, 'durationMinutes'],
  [{ durationMinutes: 211 }, 'durationMinutes'],
  [{ alt2: 'x'.repeat(61) }, 'alt2'],
  [{ examProctorCode: 'x'.repeat(61) }, 'examProctorCode'],
  [{ onlineOnly: true, paperOnly: true, contentCode: 'E' }, 'paperOnly'],
  [{ paperOnly: true, contentCode: 'E' }, 'contentCode'],
  [{ onlineOnly: true }, 'onlineOnly'],
  [{ additionalChargeCents: 5050 }, 'additionalCharge'], // school prices are whole dollars
  [{ additionalChargeCents: -100 }, 'additionalCharge'],
  [{ alternateCourseVersion: 7 }, 'alternateCourseVersion'],
  [{ requiredExamIds: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12] }, 'requiredExamIds'],
  [{ studyMaterials: [aMaterial({ url: 'javascript:alert(1)' })] }, 'studyMaterials.0'],
  [
    { studyMaterials: [aMaterial(), aMaterial({ fileType: 'Video', url: 'https://a.test/' })] },
    'studyMaterials.1',
  ],
  [{ studyMaterials: [aMaterial(), aMaterial()] }, 'studyMaterials'],
])('%j is wrong about %s', (changes, path) => {
  expect(examErrors(anExam(changes), 7).map((error) => error.path)).toContain(path);
});
