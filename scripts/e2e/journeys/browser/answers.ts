import { endpoints } from '@portal/contract/gen/endpoints';
import type { Page, Route } from 'playwright-core';

/** Errors that the browser logs for calls that a view has refused. */
export const refusedCalls = /status of (4|5)\d\d/;

/** Answers a call in the place of the portal. */
export const answer = (route: Route, body: unknown, status = 200): Promise<void> =>
  route.fulfill({
    status,
    contentType: status < 400 ? 'application/json' : 'application/problem+json',
    body: JSON.stringify(body),
  });

/** The name of a call of the portal. */
export type Call = keyof typeof endpoints;

/** The address of a call, with any query. */
export const addressOf = (call: Call): RegExp => new RegExp(`${endpoints[call].path}(\\?|$)`);

/** Handles a call; another call at the same address reaches the portal. */
export const onCall = (
  page: Page,
  call: Call,
  handle: (route: Route) => Promise<void>,
): Promise<unknown> =>
  page.route(addressOf(call), (route) =>
    route.request().method() === endpoints[call].method ? handle(route) : route.fallback(),
  );

/** Fulfils a call with this answer, without the portal. */
export const given = (page: Page, call: Call, body: unknown): Promise<unknown> =>
  onCall(page, call, (route) => answer(route, body));

/** Refuses a call. */
export const refuse = (
  page: Page,
  call: Call,
  status: number,
  code: string,
  detail: string,
): Promise<unknown> =>
  onCall(page, call, (route) =>
    answer(route, { type: 'about:blank', title: '', status, code, detail }, status),
  );

/** Changes the portal's answer to a call. */
export const changed = <Body>(
  page: Page,
  call: Call,
  change: (body: Body) => Body,
): Promise<unknown> =>
  onCall(page, call, async (route) => {
    const real = await route.fetch();
    await answer(route, change((await real.json()) as Body));
  });
