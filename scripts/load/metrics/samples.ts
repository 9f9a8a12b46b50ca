/** One value of a metric of one process at one moment. */
export interface Sample {
  /** The part of the portal: a service, or the BFF. */
  readonly part: string;
  /** One of its processes: the part itself on one machine, a pod in a cluster. */
  readonly process: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads the samples for the report. Services that do not answer are left out. */
export type ReadSamples = () => Promise<readonly Sample[]>;

/** Metrics that the report uses, as a pattern of Prometheus too. */
const WANTED =
  'portal_(call|rpc|partner)_seconds_(bucket|sum|count)' +
  '|portal_outbox_(waiting|oldest_seconds)|portal_open_(streams|connections)' +
  '|portal_dead_(events|mails|processes)|process_cpu_seconds_total' +
  '|process_resident_memory_bytes|nodejs_eventloop_lag_p99_seconds';
const isWanted = new RegExp(`^(?:${WANTED})$`);
const ANSWER_MS = 5_000;

/** Samples in the text format of Prometheus. */
export function parseMetrics(text: string, part: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value] =
      /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
    if (!isWanted.test(name)) return [];
    return [{ part, process: part, name, labels: labelsIn(labels), value: Number(value) }];
  });
}

const labelsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

/** Asks each part of a portal on this machine; `urls` by part. */
export const readParts =
  (urls: Readonly<Record<string, string>>): ReadSamples =>
  async () => {
    const all = await Promise.all(
      Object.entries(urls).map(async ([part, url]) => {
        try {
          const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
          return answer.ok ? parseMetrics(await answer.text(), part) : [];
        } catch {
          return [];
        }
      }),
    );
    return all.flat();
  };

/**
 * Reads from a Prometheus that scrapes a cluster. `selector` narrows it to one portal, as
 * `namespace="portal"`. The `job`, as the chart's monitor names it, is the service. Throws when
 * Prometheus does not answer.
 */
export const readPrometheus =
  (url: string, selector = ''): ReadSamples =>
  async () => {
    const query = `{__name__=~"${WANTED}"${selector ? `,${selector}` : ''}}`;
    const answer = await fetch(
      `${url.replace(/\/+$/, '')}/api/v1/query?${new URLSearchParams({ query })}`,
      { signal: AbortSignal.timeout(ANSWER_MS) },
    );
    if (!answer.ok) throw new Error(`Prometheus answered ${answer.status}.`);
    const { data } = (await answer.json()) as {
      data: { result: { metric: Record<string, string>; value: [number, string] }[] };
    };
    return data.result.map(({ metric, value }) => {
      const { __name__: name = '', job: part = '', ...labels } = metric;
      const process = labels['pod'] ?? labels['instance'] ?? part;
      return { part, process, name, labels, value: Number(value[1]) };
    });
  };
