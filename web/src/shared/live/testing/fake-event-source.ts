/** Replaces the browser's EventSource: a test sends the events. */
export class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = [];
  readonly url: string;
  isClosed = false;
  onerror: (() => void) | null = null;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.isClosed = true;
  }

  says(event: string, data: object = {}): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  }

  /**
   * Replaces the browser's EventSource, with none opened yet; returns a function that restores it.
   */
  static install(): () => void {
    FakeEventSource.opened = [];
    const place = globalThis as { EventSource?: unknown };
    const own = place.EventSource;
    place.EventSource = FakeEventSource;
    return () => {
      place.EventSource = own;
    };
  }

  static get last(): FakeEventSource {
    const last = FakeEventSource.opened.at(-1);
    if (!last) throw new Error('no stream was opened');
    return last;
  }
}
