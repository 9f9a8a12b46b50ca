import type { PageSpan } from '@portal/contract/pages/page-spans';

/** One call on its way. */
export interface CallTrace {
  /** Finds the call in the portal's logs and traces, also when no answer came. */
  id: string;
  /** The value of the call's `traceparent` header. */
  header: string;
  /** Reports the page's span, when the answer says that the trace is sampled. */
  answered: (proof: string | null, status: number) => void;
}

const hex = (): string => crypto.randomUUID().replaceAll('-', '');

/** Starts the trace of a call. */
export function beginTrace(path: string): CallTrace {
  const id = hex();
  const spanId = hex().slice(0, 16);
  const startedAt = performance.now();
  return {
    id,
    header: `00-${id}-${spanId}-00`,
    answered(proof, status) {
      if (!proof) return;
      const ms = performance.now() - startedAt;
      const span: Omit<PageSpan, 'agoMs'> = { traceId: id, spanId, proof, path, ms, status };
      import('./page-spans.ts').then(
        ({ reportSpan }) => reportSpan(span, startedAt),
        () => {}, // a report is worth no trouble
      );
    },
  };
}
