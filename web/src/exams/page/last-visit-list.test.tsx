import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { forgetOthersVisit, keepForNextVisit, lastVisit } from '../../shared/session/last-visit.ts';
import { show } from '../../shared/testing.tsx';
import { anExam, aRegistered } from '../testing.ts';
import { ExamsPage } from './exams-page.tsx';
import { dialogs, open, withExamsPage } from './testing.tsx';

withExamsPage();

describe('the list of the last visit', () => {
  const at = new Date('2026-03-02T15:12:00Z');
  /** Opens the page on a network that answers nothing. */
  const wait = (path = '/') => {
    open({ exams: [], at: path });
    globalThis.fetch = () => new Promise(() => {});
    cleanup();
    show(<ExamsPage dialogs={dialogs} />, { at: path });
  };
  afterEach(() => window.localStorage.clear());

  test('is shown while the list loads, says so, and has nothing of the student', async () => {
    keepForNextVisit(
      'student:12',
      [aRegistered({ grade: '91', status: 'graded' }), anExam({ id: 102, subject: 'Algebra' })],
      at,
    );
    expect(JSON.stringify({ ...window.localStorage })).not.toMatch(/9001|graded|91/);
    wait();
    await screen.findByText(/^As of your last visit, .*10:12 AM ET\. The list is being updated\.$/);
    const list = within(screen.getByRole('region', { name: 'Exams of your last visit' }));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    expect(list.queryByRole('button')).toBeNull();
  });

  test('filters by a search, and does not replace the list of My exams', async () => {
    keepForNextVisit('student:12', [anExam(), anExam({ id: 102, subject: 'Algebra' })], at);
    wait('/?q=alg');
    const list = within(await screen.findByRole('region', { name: 'Exams of your last visit' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    cleanup();
    wait('/?myexams=');
    await screen.findByText('Loading');
    expect(screen.queryByText(/As of your last visit/)).toBeNull();
  });

  test.each(['{', 'null', '[]', '{"account":"student:12","at":"x","exams":[null]}'])(
    'that is not as it was kept (%s) is none',
    async (text) => {
      window.localStorage.setItem('exams-of-last-visit-1', text);
      wait();
      await screen.findByText('Loading');
      expect(screen.queryByText(/As of your last visit/)).toBeNull();
    },
  );

  test('is deleted at a sign-out or for another account; works without storage', () => {
    keepForNextVisit('student:12', [anExam()], at);
    forgetOthersVisit('student:12');
    expect(lastVisit('student:12')?.exams).toHaveLength(1);
    expect(lastVisit('student:13')).toBeNull();
    forgetOthersVisit('student:13');
    expect(window.localStorage).toHaveLength(0);
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    keepForNextVisit('student:12', [anExam()], at);
    full.mockRestore();
    const blocked = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(lastVisit(null)).toBeNull();
    blocked.mockRestore();
  });
});
