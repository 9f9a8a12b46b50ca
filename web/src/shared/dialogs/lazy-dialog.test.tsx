import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { show } from '../testing.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

afterEach(cleanup);

interface Closing {
  onClose: () => void;
}
const Dialog = ({ onClose }: Closing) => (
  <button type="button" onClick={onClose}>
    The dialog
  </button>
);

function Page({ dialog: Later }: { dialog: ComponentType<Closing> }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      {opened && <Later onClose={() => setOpened(false)} />}
    </>
  );
}

/** A page whose dialog's file does not come the first times. */
function open(failures: number) {
  let loads = 0;
  const dialog = lazyDialog<Closing>(async () => {
    loads += 1;
    if (loads <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return Dialog;
  });
  show(<Page dialog={dialog} />);
  return { loads: () => loads };
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('a dialog is fetched once, when it is first opened', async () => {
  const { loads } = open(0);
  expect(loads()).toBe(0);
  await press('Open');
  await press('The dialog');
  await press('Open');
  await screen.findByText('The dialog');
  expect(loads()).toBe(1);
});

test('a dialog that fails to load leaves the page, says so, and loads on a retry', async () => {
  open(1);
  await press('Open');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This could not be opened. Check your connection and try again.',
  );
  screen.getByRole('button', { name: 'Open' });
  await press('Try again');
  await screen.findByText('The dialog');
});

test('a dialog closed after a failure is loaded on its next opening', async () => {
  const { loads } = open(1);
  await press('Open');
  await press('Close');
  expect(screen.queryByRole('alert')).toBeNull();
  await press('Open');
  await screen.findByText('The dialog');
  expect(loads()).toBe(2);
});

test('failed styles load again with the dialog, also after it was closed', async () => {
  open(1);
  const link = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: '/assets/dialog.css',
  });
  document.head.append(link);
  await press('Open');
  await press('Close');
  expect(link.isConnected).toBe(true);
  await press('Open');
  await screen.findByText('The dialog');
  const links = document.querySelectorAll('link[href="/assets/dialog.css"]');
  expect([links.length, link.isConnected]).toEqual([1, false]);
  links[0]?.remove();
});

test('after a second failure the page can be loaded again', async () => {
  open(9);
  await press('Open');
  await press('Try again');
  await screen.findByRole('button', { name: 'Reload page' });
});
