import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { FakeEventSource } from '../shared/live/testing/fake-event-source.ts';
import { fakePortal, show } from '../shared/testing.tsx';
import { useItems } from './api.ts';
import { useCatalogueNews } from './use-catalogue-news.ts';

let uninstall = () => {};
beforeEach(() => {
  uninstall = FakeEventSource.install();
});
afterEach(() => {
  cleanup();
  uninstall();
});

const vendorsNamed = (name: string) => ({ answer: { part: 'vendors', items: [{ id: 5, name }] } });

function Vendors() {
  useCatalogueNews();
  const { items } = useItems('vendors', {});
  return <p>{items?.map(({ name }) => name).join()}</p>;
}

/** Opens the page with its stream; returns how often the catalogue was loaded. */
async function open() {
  const got = fakePortal({
    '/api/office/catalogue': [vendorsNamed('First'), vendorsNamed('Second'), vendorsNamed('Third')],
  });
  show(<Vendors />);
  await screen.findByText('First');
  await waitFor(() => FakeEventSource.last);
  says('ready');
  return () => got.length;
}
const says = (event: string, data?: object) => act(() => FakeEventSource.last.says(event, data));

test('changes by others reload the catalogue, once for changes that come together', async () => {
  const requests = await open();
  for (let change = 0; change < 5; change++) says('changed', { topics: ['catalogue'] });
  await screen.findByText('Second');
  expect(requests()).toBe(2);
  says('changed', { topics: ['catalogue'] });
  await screen.findByText('Third');
  expect(requests()).toBe(3);
});

test('changes of student pages do not reload it', async () => {
  const requests = await open();
  says('changed', { topics: ['exams', 'credits'] });
  says('changed', { topics: ['catalogue'] });
  await screen.findByText('Second');
  expect(requests()).toBe(2);
});

test.each(['refresh', 'over'])('reloads after %s', async (event) => {
  await open();
  says(event);
  await screen.findByText('Second');
});

test('a page that is left listens no more', async () => {
  await open();
  cleanup();
  expect(FakeEventSource.last.isClosed).toBe(true);
});
