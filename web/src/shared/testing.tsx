import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, type RenderResult, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';

configure({ asyncUtilTimeout: 10_000 }); // pages come as files of their own, and a busy machine is slow to read them

/** One call that the fake portal got. */
export interface Got {
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it sent
  body: any;
  key: string | null;
}
/** An answer of 200, a problem, or a lost answer. */
export type Reply = { answer: unknown } | { status: number; code: string; detail: string; [extra: string]: unknown } | 'lost';

/** Stands in for the portal: answers by path, the last reply for ever. Gives what it got, in order. */
export function fakePortal(replies: Record<string, Reply | Reply[]>): Got[] {
  const got: Got[] = [];
  const queues = new Map(Object.entries(replies).map(([path, reply]) => [path, Array.isArray(reply) ? [...reply] : [reply]]));
  globalThis.fetch = async (address, init) => {
    const path = String(address).split('?')[0] ?? '';
    const headers = new Headers(init?.headers);
    got.push({ path, body: init?.body ? JSON.parse(String(init.body)) : null, key: headers.get('idempotency-key') });
    const queue = queues.get(path);
    const reply = queue && queue.length > 1 ? queue.shift() : queue?.[0];
    if (!reply) throw new Error(`The fake portal has no reply for ${path}`);
    if (reply === 'lost') throw new TypeError('Failed to fetch');
    const isProblem = 'status' in reply;
    const body = isProblem ? { type: 'about:blank', title: '', ...reply } : reply.answer;
    return new Response(JSON.stringify(body), {
      status: isProblem ? reply.status : 200,
      headers: { 'content-type': isProblem ? 'application/problem+json' : 'application/json' },
    });
  };
  return got;
}

interface Shown extends RenderResult {
  /** Where the page stands now: path and query. */
  address: () => string;
}

function Watch({ onMove }: { onMove: (address: string) => void }) {
  const { pathname, search } = useLocation();
  onMove(pathname + search);
  return null;
}

/** Renders a page or a part of one as the app would, on a router of its own. Any other address shows 'elsewhere'. */
export function show(
  element: ReactElement,
  { path = '/', at = path, state = null }: { path?: string; at?: string; state?: unknown } = {},
): Shown {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
  });
  const { pathname, search, hash } = new URL(at, 'http://portal.test');
  let address = '';
  const note = (now: string) => {
    address = now;
  };
  const rendered = render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[{ pathname, search, hash, state }]}>
          <Watch onMove={note} />
          <Routes>
            <Route path={path} element={element} />
            <Route path="*" element={<p>elsewhere</p>} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...rendered, address: () => address };
}
