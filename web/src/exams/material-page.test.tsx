import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { fakePortal, type Reply, show } from '../shared/testing.tsx';
import { MaterialPage } from './material-page.tsx';

afterEach(cleanup);
const call = '/api/openStudyMaterial';
function open(id: string, reply: Reply) {
  const got = fakePortal({ [call]: reply });
  show(<MaterialPage />, { path: '/study-material/:materialId', at: `/study-material/${id}` });
  return got;
}

test('without a registration the page says why nothing opens, and links to My exams', async () => {
  const detail = 'Register for this exam to get its study materials.';
  open('7', { status: 403, code: 'not_registered', detail });
  await screen.findByText(detail);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'My exams' }).getAttribute('href')).toBe('/?myexams');
});

test.each(['0', 'x', '7x', '-1', '99999999999', 'https:%2F%2Felsewhere.test'])(
  '%s is no study material, and no call is made',
  async (id) => {
    const got = open(id, {
      answer: { url: 'https://materials.test/7.pdf', display_title: 'Guide' },
    });
    await screen.findByRole('heading', { name: 'Study material not found' });
    expect(got).toEqual([]);
  },
);

test('a file of the office is downloaded, and the page leads on', async () => {
  const url = '/api/openStudyMaterial?materialId=7&format=file';
  open('7', { answer: { url, display_title: 'Guide' } });
  await screen.findByText('The file is being downloaded. If nothing happens, open it here:');
  expect(screen.getByRole('link', { name: 'Guide' }).getAttribute('href')).toBe(url);
  expect(screen.getByRole('link', { name: 'My exams' }).getAttribute('href')).toBe('/?myexams');
});

test.each([
  'javascript:alert(1)',
  '/api/logout',
  '/api/openStudyMaterialOfOthers?materialId=7',
  '//elsewhere.test',
  'data:text/html,x',
  '',
])('the browser is not sent to %s', async (url) => {
  open('7', { answer: { url, display_title: 'Guide' } });
  await screen.findByRole('heading', { name: 'Study material not found' });
  expect(screen.queryByRole('link', { name: 'Guide' })).toBeNull();
});
