import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import type { Webhook } from './api.ts';
import { Deliveries } from './deliveries.tsx';

const DELIVERIES = '/api/office/webhookDeliveries';

beforeEach(() => signInAs('ROLE_TECH_SUPPORT'));
afterEach(cleanup);

const webhook = { webhookId: 7, url: 'https://lms.test/hook', active: true } as Webhook;

function open(query: object) {
  const got = fakePortal({
    [DELIVERIES]: { answer: { items: [], total: 0 } },
    '/api/office/filters': {
      answer: {
        filters: [
          {
            filterId: 5,
            table: 'webhook-deliveries',
            name: 'Saved',
            mine: true,
            query,
            sharedWith: [],
            by: 'Test Staff',
          },
        ],
      },
    },
  });
  show(<Deliveries webhook={webhook} />);
  return () => got.filter(({ path }) => path === DELIVERIES).map((one) => one.query.state);
}
async function apply(): Promise<void> {
  await screen.findByText('No deliveries.');
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Saved' }));
}

test('a saved filter is applied', async () => {
  const states = open({ state: 'failed' });
  await apply();
  await waitFor(() => expect(states()).toEqual([undefined, 'failed']));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'State' }).value).toBe('Failed');
});

test('an unknown state is not sent', async () => {
  const states = open({ state: 'lost', since: 'x' });
  await apply();
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'State' }).value).toBe('');
  expect(states()).toEqual([undefined]);
});
