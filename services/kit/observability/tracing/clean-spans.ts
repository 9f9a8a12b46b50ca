import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-node';

/**
 * Span attributes of libraries that may name a person: addresses, whole urls with their queries,
 * the browser's user agent.
 */
const PERSONAL =
  /^(?:enduser\.|user_agent|http\.(?:client_ip|url|target|user_agent|request\.header|response\.header)|client\.|url\.(?:full|query)|net(?:work)?\.peer\.|net\.(?:peer|sock)|source\.)/;

/**
 * A segment that can only be a secret: of a link in an email, or the address of a calendar feed.
 */
const SECRET = /[\w-]{32,}/g;

/**
 * Takes out of a span what may name a person: some attributes, and the words of errors, which quote
 * what they were given. Of an error its type stays.
 */
function clean(span: ReadableSpan): void {
  for (const name of Object.keys(span.attributes))
    if (PERSONAL.test(name)) delete span.attributes[name];
  const path = span.attributes['url.path'];
  if (typeof path === 'string') span.attributes['url.path'] = path.replace(SECRET, '...');
  delete span.status.message;
  for (const event of span.events)
    if (event.name === 'exception' && event.attributes)
      event.attributes = { 'exception.type': event.attributes['exception.type'] ?? 'Error' };
}

/** Cleans each span as it ends, before those behind it see it. */
export const cleaning: SpanProcessor = {
  onStart: () => {},
  onEnd: clean,
  forceFlush: async () => {},
  shutdown: async () => {},
};
