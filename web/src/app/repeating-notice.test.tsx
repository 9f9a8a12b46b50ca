import { afterEach, expect, test } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { api, CallFailure, KeyPerTry, sendWithKey } from '../shared/api/client.ts';
import { fakePortal, show } from '../shared/testing.tsx';
import { RepeatingNotice } from './repeating-notice.tsx';

const register = api.onlineExamRegistration;
const unavailable = { status: 503, code: 'unavailable', detail: 'A part is away.' };
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

test('shows a notice while a change is being retried', async () => {
  fakePortal({ '/api/onlineExamRegistration': [unavailable, { answer: { exam: null } }] });
  show(<RepeatingNotice />);
  expect(screen.getByRole('status').textContent).toBe('');

  const sent = sendWithKey(register, { examId: 7 }, new KeyPerTry(), [50]);
  expect(await screen.findByText(/Trying again/)).toBeTruthy();
  await act(() => sent);

  expect(screen.getByRole('status').textContent).toBe('');
});

let answer = (_: string) => {};
let tries = 0;
function read(): Promise<string> {
  tries += 1;
  if (tries === 1) return Promise.reject(new CallFailure(503, {}));
  return new Promise((resolve) => {
    answer = resolve;
  });
}
function Reader() {
  const { data } = useQuery({ queryKey: ['read'], queryFn: read, retry: 1, retryDelay: 0 });
  return <p>{data}</p>;
}

test('a read that is tried again says so too', async () => {
  show(
    <>
      <Reader />
      <RepeatingNotice />
    </>,
  );
  expect(await screen.findByText(/Trying again/)).toBeTruthy();
  await act(async () => answer('here'));
  expect(await screen.findByText('here')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('');
});
