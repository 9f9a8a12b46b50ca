import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { createRoutesFromElements, MemoryRouter, Outlet, Route, useRoutes } from 'react-router-dom';
import { forgetSession } from '../../shared/session/session.ts';
import { signInAs } from '../../shared/testing.tsx';
import { ForStaff } from './guards.tsx';
import { area, fetchPages, page } from './page-chunk.tsx';

afterEach(() => {
  cleanup();
  forgetSession();
});

/** A frame with a page in it, the login beside them, and what of them was asked for, in order. */
function aPortal(failures = 0) {
  const asked: string[] = [];
  let failing = failures;
  const file = (name: string, shown: () => ReactNode, firstCalls = false) =>
    page(
      async () => {
        asked.push(name);
        if (name === 'page' && failing-- > 0) throw new Error('it did not come');
        return { Shown: shown };
      },
      'Shown',
      ...(firstCalls
        ? [
            async () => ({
              prefetch: (_: unknown, address: URLSearchParams) =>
                void asked.push(`calls for ${address}`),
            }),
          ]
        : []),
    );
  const Frame = file('frame', () => (
    <main>
      <Outlet />
    </main>
  ));
  const Page = file('page', () => <p>here</p>, true);
  const Login = file('login', () => <p>who are you?</p>);
  const routes = createRoutesFromElements(
    <>
      <Route path="/admin/login" element={<Login />} />
      <Route
        element={
          <ForStaff>
            <Suspense fallback="on its way">
              <Frame />
            </Suspense>
          </ForStaff>
        }
      >
        <Route path="/admin/page" element={<Page />} />
      </Route>
    </>,
  );
  const Pages = () => useRoutes(routes);
  const open = () =>
    render(
      <MemoryRouter initialEntries={['/admin/page']}>
        <Pages />
      </MemoryRouter>,
    );
  const fetched = (path = '/admin/page', search = '') =>
    fetchPages(routes, { pathname: path, search });
  return { asked, fetched, open };
}

test('a page is asked for together with its frame, and its first calls with both', async () => {
  signInAs('ROLE_ADMIN');
  const { asked, fetched } = aPortal();
  const done = fetched('/admin/page', '?day=1');
  expect(asked).toEqual(['frame', 'page']);
  await done;
  expect(asked).toEqual(['frame', 'page', 'calls for day=1']);
});

test('a page whose files are there is drawn at once, without what stands in for it', async () => {
  signInAs('ROLE_ADMIN');
  const { fetched, open } = aPortal();
  await fetched();
  open();
  expect(screen.getByText('here').parentElement?.tagName).toBe('MAIN');
  expect(screen.queryByText('on its way')).toBeNull();
});

test('a page that was not fetched comes when it is drawn', async () => {
  signInAs('ROLE_ADMIN');
  aPortal().open();
  screen.getByText('on its way');
  await screen.findByText('here');
});

test('for who is not signed in the login is fetched, and nothing behind a guard', async () => {
  const { asked, fetched } = aPortal();
  await fetched();
  expect(asked).toEqual(['login']);
});

test('what is there, or on its way, is asked for once', async () => {
  signInAs('ROLE_ADMIN');
  const { asked, fetched } = aPortal();
  await Promise.all([fetched(), fetched()]);
  await fetched();
  expect(asked.filter((name) => name === 'page')).toHaveLength(1);
});

test('a file that did not come is asked for again by its page', async () => {
  signInAs('ROLE_ADMIN');
  const { asked, fetched, open } = aPortal(1);
  await expect(fetched()).resolves.toBeUndefined();
  open();
  await screen.findByText('here');
  expect(asked.filter((name) => name === 'page')).toHaveLength(2);
});

test('an address that leads nowhere fetches nothing', async () => {
  const { asked, fetched } = aPortal();
  await fetched('/nowhere');
  expect(asked).toEqual([]);
});

/** Pages with a file of addresses of their own, and what of them was asked for, in order. */
function anArea(failures = 0) {
  const asked: string[] = [];
  let failing = failures;
  const Page = page(
    async () => {
      asked.push('page');
      return { Page: () => <p>here</p> };
    },
    'Page',
    async () => ({
      prefetch: (_: unknown, address: URLSearchParams) => void asked.push(`calls for ${address}`),
    }),
  );
  const { Pages, fetch } = area(async () => {
    asked.push('addresses');
    if (failing-- > 0) throw new Error('they did not come');
    return { routes: createRoutesFromElements(<Route path="/admin/page" element={<Page />} />) };
  });
  const open = () =>
    render(
      <MemoryRouter initialEntries={['/admin/page']}>
        <Suspense fallback="on its way">
          <Pages />
        </Suspense>
      </MemoryRouter>,
    );
  return {
    asked,
    open,
    fetched: (search = '') => fetch({ pathname: '/admin/page', search }),
    fetch,
  };
}

test('the addresses of an area are fetched, then at once the page and its first calls', async () => {
  const { asked, fetched, open } = anArea();
  await fetched('?day=1');
  expect(asked).toEqual(['addresses', 'page', 'calls for day=1']);
  open();
  screen.getByText('here');
  expect(screen.queryByText('on its way')).toBeNull();
});

test('an area whose addresses are there asks for a page of it without waiting for anything', async () => {
  const { asked, fetch, fetched } = anArea();
  await fetch(null);
  expect(asked).toEqual(['addresses']);
  const done = fetched();
  expect(asked).toEqual(['addresses', 'page']);
  await done;
});

test('an area that was not fetched comes when it is drawn, and so does one that failed to come', async () => {
  anArea().open();
  screen.getByText('on its way');
  await screen.findByText('here');
  cleanup();

  const { asked, fetched, open } = anArea(1);
  await expect(fetched()).resolves.toBeUndefined();
  open();
  await screen.findByText('here');
  expect(asked.filter((name) => name === 'addresses')).toHaveLength(2);
});
