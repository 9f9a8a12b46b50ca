import * as z from 'zod';
import { MAX_PAGE_SPANS } from './page-spans-path.ts';

const PageSpan = z.strictObject({
  traceId: z
    .string()
    .length(32)
    .regex(/^[0-9a-f]+$/),
  spanId: z
    .string()
    .length(16)
    .regex(/^[0-9a-f]+$/),
  /** `Portal-Trace` of the answer. */
  proof: z.string().max(64),
  /** Of the call, without a query. */
  path: z.string().max(100),
  /** Milliseconds from its begin to this report, so that the page's clock does not matter. */
  agoMs: z.number().min(0).max(600_000),
  ms: z.number().min(0).max(600_000),
  /** HTTP status of the answer. */
  status: z.int().min(100).max(599),
});
export type PageSpan = z.output<typeof PageSpan>;

/** The report of a page on its calls. */
export const PageSpans = z.strictObject({ spans: z.array(PageSpan).max(MAX_PAGE_SPANS) });
export type PageSpans = z.output<typeof PageSpans>;
