import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { send } from '../../shared/api/client.ts';
import { useCardForm } from '../../shared/payments/card-form/use-card-form.ts';
import { isOfOldSession, whileRenewing } from '../../shared/session/renewal.ts';
import { forgetSession, readSession } from '../../shared/session/session.ts';
import { noteSession } from '../../shared/session/session-clock.ts';
import { fakePortal, type Reply, show } from '../../shared/testing.tsx';
import { SessionWatch } from './session-watch.tsx';

// biome-ignore lint/suspicious/noExplicitAny: a call of no contract
const read: any = { method: 'GET', path: '/api/getThing', keyed: false };
const over: Reply = {
  status: 401,
  code: 'session_over',
  detail: 'Your session is over. Please log in again.',
};
const dana = 'ends=1770, latest=28800, account=student:12';
const noam = 'ends=1770, latest=28800, account=student:13';

function hints(roles: string | null): void {
  const life = roles === null ? '; Max-Age=0' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the hints are plain cookies
  document.cookie = `isLoggedIn=1; Path=/${life}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the hints are plain cookies
  document.cookie = `roles=${roles ?? ''}; Path=/${life}`;
}

/** A page on which something is typed, a card among it. */
function Page() {
  const [typed, setTyped] = useState('');
  const card = useCardForm();
  const { data, refetch } = useQuery({
    queryKey: ['thing'],
    queryFn: () => send(read, {}),
    retry: false,
  });
  readSession();
  return (
    <>
      <input
        aria-label="Note"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <input
        aria-label="Card"
        value={card.fields.number}
        onChange={({ currentTarget }) => card.change('number', currentTarget.value)}
      />
      <p>{JSON.stringify(data ?? null)}</p>
      <button type="button" onClick={() => void refetch()}>
        Ask
      </button>
    </>
  );
}

let begun: string[] = [];
const beginAnew = (path: string) => void begun.push(path);
beforeEach(() => {
  begun = [];
  hints('ROLE_STUDENT');
});
afterEach(() => {
  cleanup();
  forgetSession();
  jest.restoreAllMocks();
});

/** Dana has typed something when their session ends. */
async function interrupted(replies: Record<string, Reply | Reply[]>) {
  const got = fakePortal({
    '/api/getThing': [{ answer: 1, session: dana }, over, { answer: 2, session: dana }],
    ...replies,
  });
  const shown = show(
    <>
      <Page />
      <SessionWatch beginAnew={beginAnew} />
    </>,
  );
  await screen.findByText('1');
  await userEvent.type(screen.getByLabelText('Note'), 'half a sentence');
  await userEvent.type(screen.getByLabelText('Card'), '4111');
  hints(null);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByRole('dialog', { name: 'Your session ended' });
  return { got, ...shown };
}
async function signIn(): Promise<void> {
  await userEvent.type(screen.getByLabelText('Email'), 'dana@student.test');
  await userEvent.type(screen.getByLabelText('Password'), 'Study4JSE!');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
}

test('a sign-in over the page continues: typed text stays, the card does not', async () => {
  const { address } = await interrupted({ '/api/login': { answer: {}, session: dana } });
  expect(readSession().student).toBe(true); // the page below stays as it is
  hints('ROLE_STUDENT');
  await signIn();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('2');
  expect((screen.getByLabelText('Note') as HTMLInputElement).value).toBe('half a sentence');
  expect((screen.getByLabelText('Card') as HTMLInputElement).value).toBe('');
  expect([address(), begun]).toEqual(['/', []]);
});

test('a sign-in as another account starts over', async () => {
  const { got } = await interrupted({ '/api/login': { answer: {}, session: noam } });
  await signIn();
  await waitFor(() => expect(begun).toEqual(['/']));
  expect(got.filter(({ path }) => path === '/api/getThing')).toHaveLength(2);
  screen.getByRole('dialog', { name: 'Your session ended' });
});

test('without a new sign-in the page leads to the login, which says why', async () => {
  const { address } = await interrupted({});
  await userEvent.click(screen.getByRole('button', { name: 'Leave this page' }));
  await waitFor(() => expect(address()).toBe('/login'));
  expect(window.history.state.usr).toMatchObject({ requestedPath: '/', ended: true });
  expect(readSession().signedIn).toBe(false);
});

test('two minutes before the end a dialog appears, and one press stays signed in', async () => {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(TEST_NOW.getTime());
  const got = fakePortal({
    '/api/getThing': { answer: 1, session: dana },
    '/api/getAllActiveLocations': { answer: [], session: dana },
  });
  show(
    <>
      <Page />
      <SessionWatch beginAnew={beginAnew} />
    </>,
  );
  await screen.findByText('1');
  clock.mockReturnValue(TEST_NOW.getTime() + 1_660_000);
  act(() => void window.dispatchEvent(new Event('focus')));
  await screen.findByRole('dialog', { name: 'Are you still there?' });
  screen.getByText('1:50');
  await userEvent.click(screen.getByRole('button', { name: 'Stay logged in' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(got.at(-1)?.path).toBe('/api/getAllActiveLocations');
});

test('after eight hours nothing puts the end off, and it is said so', async () => {
  fakePortal({ '/api/getThing': { answer: 1, session: 'ends=90, latest=90, account=student:12' } });
  show(
    <>
      <Page />
      <SessionWatch beginAnew={beginAnew} />
    </>,
  );
  await screen.findByRole('dialog', { name: 'You have to log in again soon' });
  expect(screen.queryByRole('button', { name: 'Stay logged in' })).toBeNull();
});

test('a machine that slept over the end asks to sign in before it shows anything', async () => {
  fakePortal({ '/api/getThing': { answer: 1, session: dana } });
  show(
    <>
      <Page />
      <SessionWatch beginAnew={beginAnew} />
    </>,
  );
  await screen.findByText('1');
  jest.spyOn(Date, 'now').mockReturnValue(TEST_NOW.getTime() + 7_200_000);
  act(() => void window.dispatchEvent(new Event('focus')));
  await screen.findByRole('dialog', { name: 'Your session ended' });
});

test('another account in an answer or in another window starts the page over', async () => {
  fakePortal({ '/api/getThing': { answer: 1, session: dana } });
  show(
    <>
      <Page />
      <SessionWatch beginAnew={beginAnew} />
    </>,
  );
  await screen.findByText('1');
  act(() => noteSession(noam));
  expect(begun).toEqual(['/']);
});

test('a refusal while the session is being replaced does not end it, and is retried', async () => {
  fakePortal({ '/api/getThing': [{ answer: 'first', session: dana }, over] });
  show(
    <>
      <SessionWatch beginAnew={beginAnew} />
      <Page />
    </>,
  );
  await screen.findByText('"first"');
  const { promise, resolve } = Promise.withResolvers<void>();
  const onRefused = jest.fn();
  const renewed = whileRenewing(promise, onRefused);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(isOfOldSession()).toBe(true));
  expect(screen.queryByRole('dialog')).toBeNull();
  resolve();
  await renewed;
  expect(onRefused).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByRole('dialog');
});
