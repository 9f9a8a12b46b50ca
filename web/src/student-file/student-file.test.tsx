import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { StudentInView } from '../shared/api/student-for-staff.tsx';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import { AccommodationsSection } from './accommodations-section.tsx';
import type { Accommodation } from './api.ts';
import { StudentFile } from './student-file.tsx';

beforeEach(() => signInAs('ROLE_ADMIN'));
afterEach(cleanup);

const bar = {
  barId: 1,
  levels: ['booking'],
  until: '2035-01-31',
  reason: 'Unpaid',
  setBy: 'Ada',
  setAt: '2026-03-02T15:00:00Z',
  liftedBy: null,
  liftedAt: null,
  state: 'in_force',
  actions: ['lift'],
};
const note = {
  noteId: 2,
  text: 'Call in the afternoon',
  pinned: true,
  author: 'Ada',
  editedAt: null,
  struckAt: null,
  struckBy: null,
  createdAt: '2026-03-02T15:00:00Z',
  actions: ['pin'],
};
const fileOf = (file: object) =>
  fakePortal({
    '/api/office/studentFile': { answer: file },
    '/api/office/saveNote': { answer: { notes: [] } },
  });
const showFile = () =>
  show(
    <StudentInView id={12}>
      <StudentFile />
    </StudentInView>,
  );

test('bars in force and pinned notes stand above the page, others in the file', async () => {
  fileOf({
    bars: [bar, { ...bar, barId: 3, levels: ['buying'], state: 'lifted', actions: [] }],
    notes: [note, { ...note, noteId: 4, text: 'Paid by check', pinned: false }],
    accommodations: [],
  });
  showFile();
  await screen.findByText('Barred from booking until 01/31/2035');
  expect(screen.queryByText(/Barred from buying/)).toBeNull();
  const pinned = screen.getByRole('list', { name: 'Pinned notes' });
  expect(
    within(pinned)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Call in the afternoon Ada']);
  await userEvent.click(screen.getByRole('button', { name: 'Student file (2)' }));
  const drawer = await screen.findByRole('dialog', { name: 'Student file' });
  for (const name of ['Bars', 'Accommodations', 'Notes'])
    await within(drawer).findByRole('region', { name });
  expect(within(drawer).getByText('Paid by check')).toBeTruthy();
});

test('striking out a note needs a confirmation', async () => {
  const got = fileOf({
    bars: [],
    accommodations: [],
    notes: [{ ...note, actions: ['pin', 'strike'] }],
  });
  showFile();
  await userEvent.click(await screen.findByRole('button', { name: 'Student file (1)' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Strike out' }));
  const sent = () => got.filter(({ body }) => body !== null);
  expect(sent()).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Strike out' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()).toMatchObject([
    { path: '/api/office/saveNote', body: { student_id: 12, noteId: 2, strike: true } },
  ]);
});

test('a school admin sees bars without reasons, no notes, and nothing to change', async () => {
  signInAs('ROLE_SCHOOL_ADMIN');
  fileOf({
    bars: [{ ...bar, reason: null, actions: [] }],
    notes: null,
    accommodations: [],
  });
  showFile();
  await userEvent.click(await screen.findByRole('button', { name: 'Student file' }));
  const drawer = await screen.findByRole('dialog', { name: 'Student file' });
  await within(drawer).findByRole('region', { name: 'Bars' });
  expect(within(drawer).queryByRole('region', { name: 'Notes' })).toBeNull();
  for (const name of ['Add bar', 'Lift', 'Add accommodation'])
    expect(within(drawer).queryByRole('button', { name })).toBeNull();
});

/** Answers forms, which `fetch` does not send; gives what they held. */
function fakeForms(...replies: { status: number; body: object }[]): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  class FakeRequest {
    upload = {};
    status = 0;
    responseText = '';
    onload = () => {};
    open(): void {}
    setRequestHeader(): void {}
    getResponseHeader(): null {
      return null;
    }
    abort(): void {}
    send(form: FormData): void {
      sent.push(Object.fromEntries(form.entries()));
      const { status, body } = replies.shift() ?? { status: 500, body: {} };
      Object.assign(this, { status, responseText: JSON.stringify(body) });
      queueMicrotask(() => this.onload());
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest });
  return sent;
}

test('a concurrent change of an accommodation is not overwritten unseen', async () => {
  const granted = {
    accommodationId: 8,
    kind: 'extra_time',
    percent: 25,
    minutes: null,
    text: null,
    validFrom: '2026-09-01',
    validUntil: null,
    state: 'entered',
    approvedBy: null,
    hasDocument: false,
    version: 1,
    inForceDiffers: false,
    actions: ['edit'],
  };
  const theirs = { ...granted, percent: 50, version: 2 };
  const sent = fakeForms(
    { status: 409, body: { code: 'changed', detail: 'miriam changed this meanwhile.' } },
    { status: 200, body: { accommodations: [] } },
  );
  // the file below the form takes in what others change
  function File() {
    const [now, setNow] = useState(granted);
    return (
      <>
        <button type="button" onClick={() => setNow(theirs)}>
          News
        </button>
        <AccommodationsSection accommodations={[now as Accommodation]} />
      </>
    );
  }
  show(<File />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await userEvent.click(screen.getByText('News'));
  await userEvent.type(await screen.findByLabelText('Remark (optional)'), 'By letter');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('miriam changed this meanwhile.');
  await screen.findByText('Theirs: Extra time, 50 %. From 09/01/2026');
  await userEvent.click(screen.getByRole('button', { name: 'Use mine' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  const mine = { accommodationId: '8', kind: 'extra_time', percent: '25', text: 'By letter' };
  expect(sent).toEqual([
    expect.objectContaining({ ...mine, version: '1' }),
    expect.objectContaining({ ...mine, version: '2' }),
  ]);
});
