import { randomInt } from 'node:crypto';
import { type Place, thePortal } from './place.ts';
import { until } from './until.ts';

type Mode = 'ok' | 'error' | 'gone' | 'busy' | 'redirect' | 'slow' | 'huge' | 'close';

/** A webhook as the sandbox received it. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  /** The raw text, which the signature covers. */
  readonly body: string;
  readonly mode: Mode;
}

/** A receiver of webhooks at the sandbox, for one test. */
export class Receiver {
  readonly name = `e2e-${randomInt(1e12)}`;
  readonly #place: Place;

  constructor(place: Place = thePortal) {
    this.#place = place;
  }

  get url(): string {
    return `${this.#place.sandboxUrl}/webhooks/${this.name}`;
  }

  /** Sets the response to the next webhooks: to all, or to `count`. */
  async takes(mode: Mode, { count, ms }: { count?: number; ms?: number } = {}): Promise<void> {
    const answer = await fetch(`${this.#place.sandboxUrl}/__webhooks/${this.name}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode, ...(count && { count }), ...(ms !== undefined && { ms }) }),
    });
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`);
  }

  async received(): Promise<Received[]> {
    const answer = await fetch(`${this.#place.sandboxUrl}/__webhooks/${this.name}`);
    return (await answer.json()) as Received[];
  }

  /** Waits until so many webhooks have arrived, and returns them. */
  has(count: number): Promise<Received[]> {
    return until(
      () => this.received(),
      (all) => all.length >= count,
    );
  }
}
