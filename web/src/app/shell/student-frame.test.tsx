import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { studentPagesOf } from '@portal/contract/pages/staff-pages';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { useCommand } from '../../shared/api/calls.ts';
import { api } from '../../shared/api/client.ts';
import { useCredits } from '../../shared/api/student.ts';
import { show } from '../../shared/testing.tsx';
import { StudentFrame } from './student-frame.tsx';

const staff = (role: string) => ({ kind: 'staff' as const, roles: [role] });

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the hints are plain cookies by contract
  for (const hint of ['isLoggedIn=1', 'roles=ROLE_ADMIN']) document.cookie = hint;
});
afterEach(cleanup);

/** Replaces the portal, with answers by the student of each call; returns the requests. */
function aPortalOfTwo(): { path: string; student: unknown }[] {
  const requests: { path: string; student: unknown }[] = [];
  globalThis.fetch = async (address, init) => {
    const path = String(address).split('?')[0] ?? '';
    const body = JSON.parse(String(init?.body ?? '{}'));
    const student = body.student_id ?? body.studentId;
    requests.push({ path, student });
    const credits = { totalCredits: student * 10, packageBuyingDisabled: false };
    const answers: Record<string, unknown> = {
      '/api/admin/getStudent': {
        student: { id: student, firstName: 'Student', lastName: `No${student}`, ssn: '1234' },
        credits,
      },
      '/api/getCreditsInfo': credits,
      '/api/cancelSession': {},
    };
    return new Response(JSON.stringify(answers[path] ?? {}), {
      headers: { 'content-type': 'application/json' },
    });
  };
  return requests;
}

/** A piece of a page that reads and changes something. */
function Part() {
  const credits = useCredits();
  const leave = useCommand(api.cancelSession);
  return (
    <>
      <p>{credits.data ? `has ${credits.data.totalCredits}` : 'nothing yet'}</p>
      <button type="button" onClick={() => leave.mutate({ registrationId: 9 })}>
        leave
      </button>
      <Link to="/admin/student/2">the other one</Link>
    </>
  );
}

test('every call names the student of the address; no data of another is shown', async () => {
  const requests = aPortalOfTwo();
  const { Routes, Route } = await import('react-router-dom');
  show(
    <Routes>
      <Route element={<StudentFrame />}>
        <Route path="/admin/student/:studentId" element={<Part />} />
      </Route>
    </Routes>,
    { path: '/*', at: '/admin/student/1' },
  );
  await screen.findByText('has 10');
  await screen.findByText('No1', { exact: false });
  await userEvent.click(screen.getByRole('button', { name: 'leave' }));
  await waitFor(() =>
    expect(requests.some(({ path }) => path === '/api/cancelSession')).toBe(true),
  );

  await userEvent.click(screen.getByRole('link', { name: 'the other one' }));
  expect(screen.queryByText('has 10')).toBeNull();
  expect(screen.queryByText('No1', { exact: false })).toBeNull();
  await screen.findByText('has 20');
  await screen.findByText('No2', { exact: false });
  const before = requests.filter(({ student }) => student === 2).length;
  await userEvent.click(screen.getByRole('button', { name: 'leave' }));
  await waitFor(() =>
    expect(requests.filter(({ student }) => student === 2).length).toBeGreaterThan(before),
  );
  expect(requests.filter(({ path }) => path === '/api/cancelSession')).toEqual([
    { path: '/api/cancelSession', student: 1 },
    { path: '/api/cancelSession', student: 2 },
  ]);
});

test.each([
  {
    role: 'ROLE_ADMIN',
    tabs: [
      'Profile',
      'Exams',
      'Packages',
      'Student info',
      'Receipt',
      'Seminary redemption',
      'Transcripts',
      'History',
    ],
  },
  {
    role: 'ROLE_ADVISOR',
    tabs: ['Profile', 'Exams', 'Student info', 'Receipt', 'Seminary redemption', 'Transcripts'],
  },
  {
    role: 'ROLE_ADVISOR_ADMIN',
    tabs: [
      'Profile',
      'Exams',
      'Packages',
      'Student info',
      'Receipt',
      'Seminary redemption',
      'Transcripts',
    ],
  },
  { role: 'ROLE_SUPPORT', tabs: [] },
  { role: 'ROLE_TECH_SUPPORT', tabs: ['Student info'] },
  { role: 'ROLE_SCHOOL_ADMIN', tabs: ['Student info'] },
])('$role has the tabs $tabs', ({ role, tabs }) => {
  expect(studentPagesOf(staff(role)).map(({ label }) => label)).toEqual(tabs);
});
