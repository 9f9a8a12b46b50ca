import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type LiveEvent, liveEvents, type StreamSpec } from '@portal/contract/live';
import { until } from '../portal/until.ts';
import { pathOf } from './call-request.ts';
import { exchange } from './exchange.ts';
import { Person } from './person.ts';

/** One event of a stream. */
export interface ReceivedEvent {
  event: LiveEvent;
  topics: readonly string[];
}

/** The subject of a stream, and the age of the page that opens it, in milliseconds. */
interface About {
  student_id?: number;
  testSessionId?: number;
  age?: number;
}

/** A person's open stream of changes. */
export class LiveStream {
  private text = '';
  private static readonly opened: LiveStream[] = [];
  private readonly answer: IncomingMessage;
  isOpen = true;

  private constructor(answer: IncomingMessage) {
    this.answer = answer;
    LiveStream.opened.push(this);
    answer.setEncoding('utf8').on('data', (part: string) => {
      this.text += part;
    });
    answer.on('close', () => {
      this.isOpen = false;
    });
  }

  /**
   * Opens a stream as the person's page does, which retries while the portal is overloaded. `about`
   * names the student for staff. `of`: a stream other than that of a student.
   */
  static async open(
    person: Person,
    about: About = {},
    of: StreamSpec = liveEvents,
  ): Promise<LiveStream> {
    const end = performance.now() + Person.retryMs;
    for (;;) {
      const opened = await LiveStream.tryToOpen(person, about, of);
      if (opened instanceof LiveStream) return opened;
      if (opened.status !== 503 || performance.now() > end)
        throw new Error(`the stream answered ${opened.status} ${opened.body}`);
      await pause(100);
    }
  }

  private static async tryToOpen(
    { url, cookieHeader }: Person,
    about: About,
    spec: StreamSpec,
  ): Promise<LiveStream | { status: number | undefined; body: string }> {
    const answer = await exchange(url, {
      path: pathOf(spec, { ...about }),
      headers: { cookie: cookieHeader },
    });
    if (answer.statusCode === 200) return new LiveStream(answer);
    return { status: answer.statusCode, body: await text(answer) };
  }

  /** The events so far. */
  get received(): ReceivedEvent[] {
    return [...this.text.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)].map(([, event, data]) => ({
      event: event as LiveEvent,
      topics: (JSON.parse(data ?? '{}') as { topics?: string[] }).topics ?? [],
    }));
  }

  /**
   * The delay after which the page opens the stream again, as the portal sent it; undefined when it
   * sent none.
   */
  get reconnectDelayMs(): number | undefined {
    const [, ms] = /^retry: (\d+)$/m.exec(this.text) ?? [];
    return ms === undefined ? undefined : Number(ms);
  }

  /** Waits for an event, with a topic when one is given. */
  async waitForEvent(event: LiveEvent, topic?: string): Promise<void> {
    await until(
      async () => this.received,
      (events) =>
        events.some(
          (one) => one.event === event && (topic === undefined || one.topics.includes(topic)),
        ),
    );
  }

  /** Closes all open streams. */
  static closeAll(): void {
    for (const stream of LiveStream.opened.splice(0)) stream.close();
  }

  close(): void {
    this.answer.destroy();
  }
}
