/** Where a page reports its part of traces; no call of /api, since no person stands behind it. */
export const PAGE_SPANS_PATH = '/page-spans';

/** How many calls one report holds at most. */
export const MAX_PAGE_SPANS = 30;
