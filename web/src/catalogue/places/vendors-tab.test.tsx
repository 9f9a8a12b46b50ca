import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { fakePortal, show, signInAs } from '../../shared/testing.tsx';
import type { OfficeVendor } from '../api.ts';
import type { Opened } from '../tab-props.ts';
import { VendorsTab } from './vendors-tab.tsx';

beforeEach(() => signInAs('ROLE_SUPER_ADMIN'));
afterEach(cleanup);

const LISTED = '/api/office/catalogue';
const vendor: OfficeVendor = {
  id: 5,
  name: 'NEW',
  fullname: 'A new vendor',
  inUse: 0,
  version: 1,
  active: true,
  lastChangeBy: 'owner',
  lastChange: '2025-11-20T15:00:00Z',
};

function Tab() {
  const [opened, setOpened] = useState<Opened<OfficeVendor> | null>(null);
  return <VendorsTab search="" retired={false} mayEdit opened={opened} onOpened={setOpened} />;
}

test('a changed item is retired with its new version, before its list has reloaded', async () => {
  const got = fakePortal({
    [LISTED]: { answer: { part: 'vendors', items: [vendor] } },
    '/api/office/saveVendor': { answer: { item: { ...vendor, fullname: 'Ours', version: 2 } } },
    '/api/office/retire': {
      answer: { part: 'vendors', item: { ...vendor, active: false, version: 3 } },
    },
  });
  const { fetch } = globalThis;
  let lists = 0;
  globalThis.fetch = (address, init) => {
    const isLater = String(address).startsWith(LISTED) && lists++ > 0;
    return isLater ? new Promise(() => {}) : fetch(address, init);
  };
  show(<Tab />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit NEW' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /Full name/ }), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Ours');
  await userEvent.click(screen.getByRole('button', { name: 'Retire NEW' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Retire' }));
  await screen.findByRole('button', { name: 'Bring back NEW' });
  const sent = got.find(({ path }) => path === '/api/office/retire');
  expect(sent?.body).toMatchObject({ id: 5, version: 2, active: false });
});
