/** Where a page reports its spans; no call of /api, since no user makes it. */
export const PAGE_SPANS_PATH = '/page-spans';

/** How many calls one report holds at most. */
export const MAX_PAGE_SPANS = 30;
