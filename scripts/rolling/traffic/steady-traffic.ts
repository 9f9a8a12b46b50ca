import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type LoadResult, runScenario } from '../../load/run-k6.ts';
import type { Place } from '../../portal/place.ts';
import { until } from '../../portal/until.ts';
import type { People } from './people.ts';

/** What the clients saw. */
export interface Counts {
  readonly requests: number;
  /** Requests without the required answer, after all automatic retries of a page. */
  readonly failed: number;
  /** Requests that broke off and were repeated. */
  readonly repeated: number;
  readonly registered: number;
  readonly given_back: number;
  readonly noted: number;
  readonly bought: number;
  /** Requests that were due and not sent, since the earlier ones were unanswered. */
  readonly notBegun: number;
  readonly seconds: number;
}

/** Requests a second; a machine that is busy with other work can do with less. */
const RATE = process.env['RATE'] ?? '200';

/** Each virtual user learns of the stop within so long. */
const HEARD_MS = 1200;
/** Longest pause between two requests of one virtual user: without, and with retries. */
const PAUSE_MS = { once: 1000, again: 7000 };

/** k6 at a steady rate of arrival, from `begin` until `end`. */
export class SteadyTraffic {
  readonly #folder = mkdtempSync(join(tmpdir(), 'portal-traffic-'));
  readonly #control: Server;
  #word = 'go';
  #asks = 0;
  readonly #pauseMs: number;
  #run: Promise<LoadResult> = Promise.resolve({ ok: true, text: '' });

  private constructor(retries: boolean) {
    this.#pauseMs = retries ? PAUSE_MS.again : PAUSE_MS.once;
    this.#control = createServer((_, answer) => {
      this.#asks += 1;
      answer.end(this.#word);
    });
  }

  /**
   * Resolves when requests flow. With `retries` clients repeat broken requests as pages do.
   */
  static async begin(
    { url }: Pick<Place, 'url'>,
    people: People,
    { retries }: { retries: boolean },
  ): Promise<SteadyTraffic> {
    const traffic = new SteadyTraffic(retries);
    const users = join(traffic.#folder, 'users.json');
    writeFileSync(users, people.file);
    await new Promise<void>((listening) =>
      traffic.#control.listen(0, '127.0.0.1', () => listening()),
    );
    const { port } = traffic.#control.address() as { port: number };
    traffic.#run = runScenario(
      {
        BASE_URL: url.replace('localhost', '127.0.0.1'),
        USERS: users,
        RATE: RATE,
        RETRY: retries ? '1' : '0',
        CONTROL: `http://127.0.0.1:${port}`,
        REPORT: traffic.#report,
      },
      'steady-traffic.js',
    );
    let over: LoadResult | undefined;
    void traffic.#run.then((result) => (over = result));
    await until(
      async () => {
        if (over) throw new Error(`k6 ended at once: ${over.text}`);
        return traffic.#asks;
      },
      (asks) => asks > 20,
      30,
    );
    return traffic;
  }

  /**
   * Waits for the answers to started requests, and ends; `waiting` returns the number of unanswered
   * ones. Returns the counts, and the failures that k6 logged.
   */
  async end(waiting: () => number): Promise<{ counts: Counts; said: string[] }> {
    try {
      this.#word = 'stop';
      await pause(HEARD_MS);
      let quietSince = performance.now();
      await until(
        async () => {
          if (waiting() > 0) quietSince = performance.now();
          return performance.now() - quietSince;
        },
        (quietMs) => quietMs > this.#pauseMs,
        120,
      );
      this.#word = 'end';
      const { text } = await this.#run;
      const counts = JSON.parse(readFileSync(this.#report, 'utf8')) as Counts;
      const said = text.split('\n').filter((line) => line.includes('level=error'));
      return { counts, said: said.filter((line) => !line.includes('the end')) };
    } finally {
      this.#control.close();
      this.#control.closeAllConnections();
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  get #report(): string {
    return join(this.#folder, 'counts.json');
  }
}
