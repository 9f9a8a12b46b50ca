/** A call as the page that made it saw it. */
export interface PageSpan {
  traceId: string;
  spanId: string;
  method: string;
  /** Of the call, without a query. */
  path: string;
  /** Milliseconds since it began. */
  agoMs: number;
  ms: number;
  status: number;
}

let record: (span: PageSpan) => void = () => {};

/** Called when tracing starts. */
export function recordPageSpansBy(recorder: (span: PageSpan) => void): void {
  record = recorder;
}

/** Adds a page's part to a trace; nothing while traces are off. */
export const recordPageSpan = (span: PageSpan): void => record(span);
