import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, fireEvent, type RenderResult, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import type { ServedConfig } from './api/served-config.ts';
import { DialogHistory } from './dialogs/dialog-history.tsx';

// pages load as chunks of their own, which a busy machine reads slowly
configure({ asyncUtilTimeout: 30_000 });

/** One call that the fake portal got. */
export interface Got {
  path: string;
  /** The query of the address, as fields. */
  query: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it sent
  body: any;
  key: string | null;
}
/** An answer of 200 with its session header, a problem, or a lost answer. */
export type Reply =
  | { answer: unknown; session?: string }
  | { status: number; code: string; detail: string; [extra: string]: unknown }
  | 'lost';

/**
 * Replaces the portal: answers by path, repeating the last reply. Returns the received requests in
 * order.
 */
export function fakePortal(replies: Record<string, Reply | Reply[]>): Got[] {
  const got: Got[] = [];
  const queues = new Map(
    Object.entries(replies).map(([path, reply]) => [
      path,
      Array.isArray(reply) ? [...reply] : [reply],
    ]),
  );
  globalThis.fetch = async (address, init) => {
    const [path = '', query] = String(address).split('?');
    const headers = new Headers(init?.headers);
    got.push({
      path,
      query: Object.fromEntries(new URLSearchParams(query)),
      body: init?.body ? JSON.parse(String(init.body)) : null,
      key: headers.get('idempotency-key'),
    });
    const queue = queues.get(path);
    const reply = queue && queue.length > 1 ? queue.shift() : queue?.[0];
    if (!reply) throw new Error(`The fake portal has no reply for ${path}`);
    if (reply === 'lost') throw new TypeError('Failed to fetch');
    const isProblem = 'status' in reply;
    const body = isProblem ? { type: 'about:blank', title: '', ...reply } : reply.answer;
    return new Response(JSON.stringify(body), {
      status: isProblem ? reply.status : 200,
      headers: {
        'content-type': isProblem ? 'application/problem+json' : 'application/json',
        ...('session' in reply && reply.session ? { 'portal-session': String(reply.session) } : {}),
      },
    });
  };
  return got;
}

/** Writes settings into the page as the server does; null removes them. */
export function serveConfig(config: Partial<ServedConfig> | null): void {
  document.getElementById('portal-config')?.remove();
  if (config === null) return;
  const element = document.createElement('script');
  element.id = 'portal-config';
  element.type = 'application/json';
  element.textContent = JSON.stringify(config);
  document.body.append(element);
}

/** Signs in a person of these roles. */
export function signInAs(...roles: string[]): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the hints are plain cookies by contract
  document.cookie = 'isLoggedIn=1; Path=/';
  // biome-ignore lint/suspicious/noDocumentCookie: the hints are plain cookies by contract
  document.cookie = `roles=${roles.join(',')}; Path=/`;
}

/** Two presses before the page is drawn again, as by a double click. */
export const pressTwice = (button: HTMLElement): void =>
  act(() => {
    fireEvent.click(button);
    fireEvent.click(button);
  });

interface Shown extends RenderResult {
  /** Returns the current address of the page: path and query. */
  address: () => string;
  /** The state that the history stores with it. */
  state: () => unknown;
}

function Watch({ onMove }: { onMove: (address: string, state: unknown) => void }) {
  const { pathname, search, state } = useLocation();
  onMove(pathname + search, state);
  return null;
}

/**
 * Renders a page or a piece of one as the app would, on a router of its own. Any other address
 * shows 'elsewhere'.
 */
export function show(
  element: ReactElement,
  { path = '/', at = path, state = null }: { path?: string; at?: string; state?: unknown } = {},
): Shown {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  const { pathname, search, hash } = new URL(at, 'http://portal.test');
  window.history.pushState({ usr: state, key: 'first', idx: 0 }, '', pathname + search + hash);
  let address = '';
  let kept: unknown = null;
  const note = (now: string, withIt: unknown) => {
    address = now;
    kept = withIt;
  };
  const rendered = render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <DialogHistory>
            <Watch onMove={note} />
            <Routes>
              <Route path={path} element={element} />
              <Route path="*" element={<p>elsewhere</p>} />
            </Routes>
          </DialogHistory>
        </BrowserRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...rendered, address: () => address, state: () => kept };
}
