import { expect, test } from '@jest/globals';
import * as contract from '@portal/contract/exams/exams';
import { withServices } from '../testing/exams-portal.ts';
import { aPortal, aStaffSession, aStudentSession } from '../testing/portal.ts';
import { anExam, catalogOf } from '../testing/records.ts';

const guide = {
  id: 1,
  file_type: 'StudyGuide',
  display_title: 'Guide',
  url: '/study-material/1',
  last_updated_date: '2026-01-02',
};
const biology = {
  id: 101,
  subject: 'Biology',
  vendor_id: 1,
  vendor_name: 'TAL',
  secularNumber: 'BIO-101',
  study_materials: [guide],
};

test('staff get the active exams that have study materials', async () => {
  const portal = await withServices({}, [
    anExam(),
    anExam({ id: 102, studyMaterials: [] }),
    anExam({ id: 103, active: false }),
  ]);
  const answer = await portal.get(
    '/api/getAllExamsWithStudyMaterial',
    await portal.signedIn(aStaffSession('ROLE_ADMISSIONS')),
  );
  expect(contract.getAllExamsWithStudyMaterial.answer.parse(await answer.json())).toEqual([
    biology,
  ]);
});

test('a study material is opened by its id; the answer is where it is', async () => {
  const requests: unknown[] = [];
  const openStudyMaterial = (request: unknown) => {
    requests.push(request);
    return { displayTitle: 'Guide', url: 'https://tal.test/guide.pdf' };
  };
  const portal = await aPortal({
    services: { registration: { registrations: { openStudyMaterial } } },
  });
  const student = await portal.signedIn(aStudentSession());
  const answer = await portal.get(
    '/api/openStudyMaterial?materialId=1&url=https://elsewhere.test',
    student,
  );
  expect(await answer.json()).toEqual({
    display_title: 'Guide',
    url: 'https://tal.test/guide.pdf',
  });
  expect(requests).toEqual([{ materialId: 1, withFile: false }]);
  expect((await portal.get('/api/openStudyMaterial?materialId=1')).status).toBe(401);
  for (const id of ['', '0', '-1', 'x', 'https://elsewhere.test', '1&materialId=2'])
    expect((await portal.get(`/api/openStudyMaterial?materialId=${id}`, student)).status).toBe(400);
});

test('the address of an office file is this call, which serves the file', async () => {
  const content = Buffer.from('%PDF-1.7 guide');
  const openStudyMaterial = ({ withFile }: { withFile: boolean }) => ({
    displayTitle: 'Guide',
    url: '',
    ...(withFile ? { file: { name: 'Führer.pdf', content } } : {}),
  });
  const portal = await aPortal({
    services: { registration: { registrations: { openStudyMaterial } } },
  });
  const student = await portal.signedIn(aStudentSession());
  const answer = await portal.get('/api/openStudyMaterial?materialId=1', student);
  const { url } = contract.openStudyMaterial.answer.parse(await answer.json());
  expect(url).toBe('/api/openStudyMaterial?materialId=1&format=file');
  const file = await portal.get(url, student);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="F_hrer.pdf"; filename*=UTF-8''F%C3%BChrer.pdf`,
  );
});

test('a fetch answers with the current materials and names the failed partner', async () => {
  const materials = {
    exams: [anExam()],
    lastUpdated: new Date('2026-11-20T12:00:00Z'),
    talError: undefined,
    cisError: 'No CIS.',
  };
  const portal = await aPortal({
    services: {
      catalog: {
        ...catalogOf({ exams: [] }),
        materials: {
          getMaterials: () => ({ materials }),
          updateMaterials: () => ({ materials, updated: 3 }),
        },
      },
    },
  });
  const cookie = await portal.signedIn(aStaffSession('ROLE_SUPER_ADMIN'));
  const expected = {
    exams: [biology],
    lastUpdated: '2026-11-20T12:00:00.000Z',
    cisError: 'No CIS.',
  };
  const read = await portal.get('/api/updateAndGetStudyMaterials', cookie);
  expect(contract.getStudyMaterials.answer.parse(await read.json())).toEqual({
    ...expected,
    updated: 0,
  });
  const fetched = await portal.post('/api/updateAndGetStudyMaterials', {}, cookie);
  expect(contract.updateAndGetStudyMaterials.answer.parse(await fetched.json())).toEqual({
    ...expected,
    updated: 3,
  });
});
