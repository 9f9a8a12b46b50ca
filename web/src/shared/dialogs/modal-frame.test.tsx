import { afterEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { show } from '../testing.tsx';
import { ModalFrame } from './modal-frame.tsx';

afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
  Reflect.deleteProperty(window, 'navigation');
});

const back = () => act(() => window.history.back());
const nextPop = () =>
  new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
const forward = () => act(() => window.history.forward());
const depth = (): number => window.history.state?.usr?.dialogs ?? 0;
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

interface PageProps {
  busy?: boolean;
  onClosed?: () => void;
  /** Heard before the dialogs hear that another entry is drawn. */
  onDrawn?: () => void;
}

/** A page with a dialog, which leads to a second one over it. */
function Page({ busy = false, onClosed, onDrawn }: PageProps) {
  const [open, setOpen] = useState<readonly string[]>([]);
  const close = (title: string) => {
    setOpen((before) => before.filter((one) => one !== title));
    onClosed?.();
  };
  const [, setAddress] = useSearchParams();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is drawn
  useEffect(() => onDrawn?.(), [key]);
  return (
    <>
      <button type="button" onClick={() => setOpen(['First'])}>
        Ask
      </button>
      <button type="button" onClick={() => setAddress({ view: 'list' }, { replace: true })}>
        As a list
      </button>
      {open.map((title) => (
        <ModalFrame key={title} title={title} opened busy={busy} onClose={() => close(title)}>
          <button type="button" onClick={() => setOpen(['First', 'Second'])}>
            More
          </button>
          <button type="button" onClick={() => setOpen(['Next'])}>
            Go on
          </button>
        </ModalFrame>
      ))}
    </>
  );
}

async function opened(props: PageProps = {}) {
  const shown = show(<Page {...props} />);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByRole('dialog', { name: 'First' });
  await waitFor(() => expect(depth()).toBe(1));
  return shown;
}

test('Back closes a dialog and stays on the page; Forward brings nothing', async () => {
  const { address } = await opened();
  back();
  await gone();
  expect([address(), depth()]).toEqual(['/', 0]);
  forward();
  await waitFor(() => expect(depth()).toBe(0));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a dialog that is closed otherwise takes its entry along', async () => {
  await opened();
  await userEvent.keyboard('{Escape}');
  await gone();
  await waitFor(() => expect(depth()).toBe(0));
  screen.getByRole('button', { name: 'Ask' });
});

test('a navigation while the entry of a closed dialog is being left is kept', async () => {
  const { address } = await opened();
  const asList = screen.getByRole('button', { name: 'As a list', hidden: true });
  // the browser goes back with a delay, and the page is quicker
  const { history } = window;
  const go = history.go.bind(history);
  jest.spyOn(history, 'go').mockImplementation((steps) => {
    act(() => asList.click());
    go(steps);
  });
  const popped = nextPop();
  await userEvent.keyboard('{Escape}');
  await popped;
  await waitFor(() => expect([window.location.search, depth()]).toEqual(['?view=list', 0]));
  await waitFor(() => expect(address()).toBe('/?view=list'));
  screen.getByRole('button', { name: 'Ask' });
});

test('so it does where nothing of it was drawn before the step back was', async () => {
  const navigation = new EventTarget();
  const { history } = window;
  const replace = history.replaceState.bind(history);
  jest.spyOn(history, 'replaceState').mockImplementation((...to) => {
    replace(...to);
    const change = Object.assign(new Event('currententrychange'), { navigationType: 'replace' });
    navigation.dispatchEvent(change);
  });
  Object.defineProperty(window, 'navigation', { value: navigation, configurable: true });
  const { address } = await opened();
  const asList = screen.getByRole('button', { name: 'As a list', hidden: true });
  const popped = nextPop();
  const go = history.go.bind(history);
  jest.spyOn(history, 'go').mockImplementationOnce((steps) => {
    asList.click();
    go(steps);
  });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await act(() => popped);
  await waitFor(() => expect([window.location.search, depth()]).toEqual(['?view=list', 0]));
  await waitFor(() => expect(address()).toBe('/?view=list'));
});

test('a dialog opened while a closed one is being left has its own entry', async () => {
  await opened();
  const ask = screen.getByRole('button', { name: 'Ask', hidden: true });
  const { history } = window;
  const go = history.go.bind(history);
  jest.spyOn(history, 'go').mockImplementationOnce((steps) => {
    act(() => ask.click());
    go(steps);
  });
  const popped = nextPop();
  await userEvent.keyboard('{Escape}');
  await popped;
  await waitFor(() => expect(depth()).toBe(1));
  screen.getByRole('dialog', { name: 'First' });
  back();
  await gone();
});

test('a step back that a slow browser takes late is not made a second time', async () => {
  await opened();
  const go = jest.spyOn(window.history, 'go').mockImplementation(() => {});
  jest.useFakeTimers();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  act(() => jest.advanceTimersByTime(5_000));
  expect(go).toHaveBeenCalledTimes(1);
});

test('Back right after Escape closes the dialog below, also in a single render', async () => {
  const { state } = await opened();
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('dialog', { name: 'Second' });
  await waitFor(() => expect(state()).toMatchObject({ dialogs: 2 }));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await act(async () => {
    await nextPop();
    window.history.back();
    await nextPop();
  });
  await gone();
  expect(depth()).toBe(0);
});

test('of two dialogs Back and Escape close the upper one first', async () => {
  const { state } = await opened();
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('dialog', { name: 'Second' });
  await waitFor(() => expect(state()).toMatchObject({ dialogs: 2 })); // and the page has drawn it
  back();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Second' })).toBeNull());
  screen.getByRole('dialog', { name: 'First' });
  await userEvent.keyboard('{Escape}');
  await gone();
  await waitFor(() => expect(depth()).toBe(0));
});

test('Back closes a dialog whose entry the page has not drawn yet', async () => {
  await opened();
  const below = window.history.state;
  jest.spyOn(window.history, 'pushState').mockImplementationOnce((...entry) => {
    History.prototype.pushState.apply(window.history, entry);
    queueMicrotask(() => {
      window.history.replaceState(below, '');
      window.dispatchEvent(new PopStateEvent('popstate', { state: below }));
    });
  });
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await waitFor(() => expect(window.history.pushState).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Second' })).toBeNull());
  screen.getByRole('dialog', { name: 'First' });
  expect(depth()).toBe(1);
});

test('Back that comes as the entry of a dialog is drawn closes it', async () => {
  let below: unknown = null;
  const onDrawn = () => {
    if (below === null || depth() < 2) return;
    window.history.replaceState(below, '');
    window.dispatchEvent(new PopStateEvent('popstate', { state: below }));
    below = null;
  };
  await opened({ onDrawn });
  below = window.history.state;
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('dialog', { name: 'Second' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Second' })).toBeNull());
  screen.getByRole('dialog', { name: 'First' });
  expect(depth()).toBe(1);
});

test('a dialog that follows another takes its entry over', async () => {
  await opened();
  const entries = window.history.length;
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  await screen.findByRole('dialog', { name: 'Next' });
  await act(() => new Promise((done) => setTimeout(done)));
  expect([depth(), window.history.length]).toEqual([1, entries]);
  back();
  await gone();
});

test('neither Back nor Escape closes what runs, however often', async () => {
  const onClosed = jest.fn();
  const { address } = await opened({ busy: true, onClosed });
  for (const _ of [1, 2]) {
    const popped = nextPop();
    back();
    await act(() => popped);
    await waitFor(() => expect(depth()).toBe(1));
  }
  await userEvent.keyboard('{Escape}');
  expect(onClosed).not.toHaveBeenCalled();
  screen.getByRole('dialog', { name: 'First' });
  expect(address()).toBe('/');
});

test('an entry whose dialog did not outlive a reload is left', async () => {
  window.history.pushState({ usr: null, key: 'page', idx: 0 }, '', '/');
  show(<Page />, { state: { dialogs: 1 } });
  await waitFor(() => expect(window.history.state.key).toBe('page'));
});
