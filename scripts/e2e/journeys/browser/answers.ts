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

/** Fulfils a call with this answer, without the portal. */
export const given = (page: Page, path: string, body: unknown): Promise<unknown> =>
  page.route(`**${path}`, (route) => answer(route, body));

/** Refuses a call. */
export const refuse = (
  page: Page,
  path: string,
  status: number,
  code: string,
  detail: string,
): Promise<unknown> =>
  page.route(`**${path}`, (route) =>
    answer(route, { type: 'about:blank', title: '', status, code, detail }, status),
  );

/** Changes the portal's answer to a call. */
export const changed = <Body>(
  page: Page,
  path: string,
  change: (body: Body) => Body,
): Promise<unknown> =>
  page.route(`**${path}`, async (route) => {
    const real = await route.fetch();
    await answer(route, change((await real.json()) as Body));
  });
