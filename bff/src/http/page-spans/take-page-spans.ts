import type { CallSpec } from '@portal/contract/call';
import { PageSpans } from '@portal/contract/pages/page-spans';
import { recordPageSpan } from '@portal/kit/observability/tracing/page-span';
import express, { type RequestHandler } from 'express';
import { Counter } from 'prom-client';
import { limitReports } from '../rate-limits/limit-reports.ts';
import type { PageSpanProofs } from './proofs.ts';

const MAX_BODY = 16 * 1024;
/** Requests a minute: of one address, and of all together. */
const LIMITS = { ofAddress: 60, ofAll: 1200 };

const left = new Counter({
  name: 'portal_page_spans_left_total',
  help: 'Reports of pages about their calls that were not taken',
  labelNames: ['why'],
});

/**
 * Takes the call reports of pages into the traces that the portal keeps, and always answers 204,
 * since pages ignore the answer. A report holds the path of a call and its result, but no data that
 * was sent or answered.
 */
export function takePageSpans(
  calls: readonly Pick<CallSpec, 'method' | 'path'>[],
  proofs: PageSpanProofs,
): RequestHandler[] {
  const methods = new Map<string, string>(calls.map(({ method, path }) => [path, method]));
  const read = express.json({ limit: MAX_BODY, inflate: false });
  return [
    limitReports('page spans', LIMITS, () => left.inc({ why: 'many' })),
    (request, response) => {
      read(request, response, (error?: unknown) => {
        const sent = error ? null : PageSpans.safeParse(request.body);
        if (!sent?.success) {
          left.inc({ why: 'unread' });
          response.status(204).set('Connection', 'close').end();
          return;
        }
        for (const { traceId, spanId, proof, path, agoMs, ms, status } of sent.data.spans) {
          const method = methods.get(path);
          if (method === undefined || ms > agoMs || !proofs.isOf(traceId, proof))
            left.inc({ why: 'foreign' });
          else recordPageSpan({ traceId, spanId, method, path, agoMs, ms, status });
        }
        response.status(204).end();
      });
    },
  ];
}
