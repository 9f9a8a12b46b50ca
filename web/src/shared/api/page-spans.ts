import type { PageSpan } from '@portal/contract/pages/page-spans';
import { MAX_PAGE_SPANS, PAGE_SPANS_PATH } from '@portal/contract/pages/page-spans-path';

/** Spans that end within this time are reported together. */
const TOGETHER_MS = 3_000;
/** Older calls than this are not taken any more. */
const MAX_AGE_MS = 500_000;

interface Waiting {
  span: Omit<PageSpan, 'agoMs'>;
  startedAt: number;
}

let waiting: Waiting[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends the pending spans, also while the page is being left. */
function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  const now = performance.now();
  const spans = waiting
    .map(({ span, startedAt }) => ({ ...span, agoMs: now - startedAt }))
    .filter(({ agoMs }) => agoMs < MAX_AGE_MS);
  waiting = [];
  if (spans.length === 0) return;
  void fetch(PAGE_SPANS_PATH, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ spans }),
  }).catch(() => {});
}

/**
 * Reports a call to the portal, for its trace: its path, duration and outcome, never its content.
 */
export function reportSpan(span: Waiting['span'], startedAt: number): void {
  waiting.push({ span, startedAt });
  if (waiting.length >= MAX_PAGE_SPANS) flush();
  else timer ??= setTimeout(flush, TOGETHER_MS);
}

addEventListener('pagehide', flush);
