/** Durations of calls of one name, in classes whose bounds are 4 % apart. */
class Durations {
  private readonly classes = new Map<number, number>();
  count = 0;
  most = 0;

  add(ms: number): void {
    const index = Math.ceil(Math.log(Math.max(ms, 0.01)) / STEP);
    this.classes.set(index, (this.classes.get(index) ?? 0) + 1);
    this.count++;
    this.most = Math.max(this.most, ms);
  }

  /** Milliseconds below which this share of the calls took; at most 4 % too much. */
  quantile(share: number): number {
    const sorted = [...this.classes].sort(([one], [other]) => one - other);
    let left = share * this.count;
    for (const [index, count] of sorted) {
      left -= count;
      if (left <= 0) return Math.min(Math.exp(index * STEP), this.most);
    }
    return this.most;
  }
}
const STEP = Math.log(1.04);

/** Results of the calls of one name. */
export interface CallFigures {
  readonly name: string;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
}

/** One stretch of a run. */
export interface Stretch {
  /** Seconds since the run began. */
  readonly at: number;
  readonly calls: number;
  readonly dropped: number;
  /** 95th percentile by name of the call. */
  readonly p95: Readonly<Record<string, number>>;
}

/** Counts of answers other than success. */
export interface CodeCount {
  readonly kind: 'refused' | 'unexpected' | 'error';
  readonly call: string;
  readonly status: string;
  readonly code: string;
  readonly count: number;
}

interface Point {
  readonly metric: string;
  readonly type: string;
  readonly data: {
    readonly time: string;
    readonly value: number;
    readonly tags?: Readonly<Record<string, string>>;
  };
}

const KINDS: Readonly<Record<string, CodeCount['kind']>> = {
  refusals: 'refused',
  unexpected_answers: 'unexpected',
  server_errors: 'error',
};
/** Other metrics are in k6's summary; reading every value of them would cost more than the run. */
const isRead = new RegExp(
  '^\\{"metric":"(http_req_duration|dropped_iterations|refusals|unexpected_answers' +
    '|server_errors)","type":"Point"',
);

interface Bucket {
  calls: number;
  dropped: number;
  readonly durations: Map<string, Durations>;
}

/**
 * What k6 measured, call by call and stretch by stretch, kept so that a run of hours takes no more
 * memory than one of a minute.
 */
export class Timeline {
  private readonly stretchSeconds: number;
  private readonly all = new Map<string, Durations>();
  private readonly stretches = new Map<number, Bucket>();
  private readonly codes = new Map<string, CodeCount & { count: number }>();
  private began: number | undefined;

  /** `seconds`: planned duration of the run. */
  constructor(seconds: number) {
    this.stretchSeconds = Math.max(1, Math.ceil(seconds / 120));
  }

  /** Takes a line of k6's JSON output. */
  add(line: string): void {
    if (!isRead.test(line)) return;
    const { metric, data } = JSON.parse(line) as Point;
    const kind = KINDS[metric];
    if (kind !== undefined) {
      this.addCode(kind, data);
      return;
    }
    // what prepares a scenario is no part of it
    if (data.tags?.['group']?.startsWith('::setup') || data.tags?.['scenario'] === undefined)
      return;
    const bucket = this.bucketAt(Date.parse(data.time));
    if (metric === 'dropped_iterations') {
      bucket.dropped += data.value;
      return;
    }
    const name = data.tags['name'] ?? '';
    for (const durations of [this.all, bucket.durations]) {
      const own = durations.get(name) ?? new Durations();
      durations.set(name, own);
      own.add(data.value);
    }
    bucket.calls++;
  }

  private addCode(kind: CodeCount['kind'], { value, tags = {} }: Point['data']): void {
    if (value === 0) return;
    const { name: call = '', status = '', code = '' } = tags;
    const key = `${kind} ${call} ${status} ${code}`;
    const known = this.codes.get(key) ?? { kind, call, status, code, count: 0 };
    this.codes.set(key, { ...known, count: known.count + value });
  }

  private bucketAt(time: number): Bucket {
    this.began ??= time;
    const index = Math.max(0, Math.floor((time - this.began) / 1000 / this.stretchSeconds));
    const bucket = this.stretches.get(index) ?? { calls: 0, dropped: 0, durations: new Map() };
    this.stretches.set(index, bucket);
    return bucket;
  }

  /** Figures of each call, by name. */
  get calls(): CallFigures[] {
    return [...this.all]
      .map(([name, durations]) => ({
        name,
        count: durations.count,
        p50: durations.quantile(0.5),
        p95: durations.quantile(0.95),
        p99: durations.quantile(0.99),
        most: durations.most,
      }))
      .sort((one, other) => one.name.localeCompare(other.name));
  }

  /** What was refused or failed, most first. */
  get refused(): CodeCount[] {
    return [...this.codes.values()].sort((one, other) => other.count - one.count);
  }

  /** The run, stretch by stretch; rates are a second. */
  get overTime(): Stretch[] {
    const last = Math.max(-1, ...this.stretches.keys());
    return Array.from({ length: last + 1 }, (_, index) => {
      const { calls = 0, dropped = 0, durations } = this.stretches.get(index) ?? {};
      return {
        at: index * this.stretchSeconds,
        calls: calls / this.stretchSeconds,
        dropped: dropped / this.stretchSeconds,
        p95: Object.fromEntries(
          [...(durations ?? [])].map(([name, own]) => [name, own.quantile(0.95)]),
        ),
      };
    });
  }
}
