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

/** A frame with a page in it, the login beside them, and their loads, in order. */
function aPortal(failures = 0) {
  const loads: string[] = [];
  let failing = failures;
  const file = (name: string, shown: () => ReactNode, firstCalls = false) =>
    page(
      async () => {
        loads.push(name);
        if (name === 'page' && failing-- > 0) throw new Error('it did not come');
        return { Shown: shown };
      },
      'Shown',
      ...(firstCalls
        ? [
            async () => ({
              prefetch: (_: unknown, address: URLSearchParams) =>
                void loads.push(`calls for ${address}`),
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
  return { loads, fetched, open };
}

test('a page loads together with its frame, and its first calls with both', async () => {
  signInAs('ROLE_ADMIN');
  const { loads, fetched } = aPortal();
  const done = fetched('/admin/page', '?day=1');
  expect(loads).toEqual(['frame', 'page']);
  await done;
  expect(loads).toEqual(['frame', 'page', 'calls for day=1']);
});

test('a loaded page renders at once, without its placeholder', async () => {
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

test('without a session only the login loads, and nothing behind a guard', async () => {
  const { loads, fetched } = aPortal();
  await fetched();
  expect(loads).toEqual(['login']);
});

test('a loaded or loading chunk is loaded once', async () => {
  signInAs('ROLE_ADMIN');
  const { loads, fetched } = aPortal();
  await Promise.all([fetched(), fetched()]);
  await fetched();
  expect(loads.filter((name) => name === 'page')).toHaveLength(1);
});

test('a page loads its chunk again after a failure', async () => {
  signInAs('ROLE_ADMIN');
  const { loads, fetched, open } = aPortal(1);
  await expect(fetched()).resolves.toBeUndefined();
  open();
  await screen.findByText('here');
  expect(loads.filter((name) => name === 'page')).toHaveLength(2);
});

test('an address that leads nowhere fetches nothing', async () => {
  const { loads, fetched } = aPortal();
  await fetched('/nowhere');
  expect(loads).toEqual([]);
});

/** Pages with a chunk of routes of their own, and their loads, in order. */
function anArea(failures = 0) {
  const loads: string[] = [];
  let failing = failures;
  const Page = page(
    async () => {
      loads.push('page');
      return { Page: () => <p>here</p> };
    },
    'Page',
    async () => ({
      prefetch: (_: unknown, address: URLSearchParams) => void loads.push(`calls for ${address}`),
    }),
  );
  const { Pages, fetch } = area(async () => {
    loads.push('addresses');
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
    loads,
    open,
    fetched: (search = '') => fetch({ pathname: '/admin/page', search }),
    fetch,
  };
}

test('the routes of an area load, then at once the page and its first calls', async () => {
  const { loads, fetched, open } = anArea();
  await fetched('?day=1');
  expect(loads).toEqual(['addresses', 'page', 'calls for day=1']);
  open();
  screen.getByText('here');
  expect(screen.queryByText('on its way')).toBeNull();
});

test('an area with loaded routes loads its page without waiting', async () => {
  const { loads, fetch, fetched } = anArea();
  await fetch(null);
  expect(loads).toEqual(['addresses']);
  const done = fetched();
  expect(loads).toEqual(['addresses', 'page']);
  await done;
});

test('an area that was not fetched or failed to load is loaded when it renders', async () => {
  anArea().open();
  screen.getByText('on its way');
  await screen.findByText('here');
  cleanup();

  const { loads, fetched, open } = anArea(1);
  await expect(fetched()).resolves.toBeUndefined();
  open();
  await screen.findByText('here');
  expect(loads.filter((name) => name === 'addresses')).toHaveLength(2);
});
