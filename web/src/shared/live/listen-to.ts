import type { LiveChange, LiveEvent, LiveTopic } from '@portal/contract/live';

/** Callbacks for the events of a stream. */
export interface Listener {
  onChanged: (topics: readonly LiveTopic[]) => void;
  /** Anything may have changed. */
  onRefresh: () => void;
  /** The session has ended. */
  onOver: () => void;
}

/** The page's own requests come first; changes before the stream opens are not missed (`age`). */
const OPEN_AFTER_MS = 1000;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/**
 * The stream sends something every 20 seconds; a silent one is dead, even if the connection is
 * open.
 */
const DEAD_AFTER_MS = 50_000;
const ASK_EVERY_MS = 30_000;
/** A tab closes its connection after being hidden this long: a browser allows only a few. */
const HIDDEN_MS = 10_000;
/** An unused page sends no requests, or it would keep an unused session alive. */
const UNUSED_AFTER_MS = 10 * 60_000;
const MAX_AGE_MS = 86_400_000;

const signsOfUse = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Listens to changes made elsewhere while the page is in view, and polls every 30 seconds while the
 * stream is unavailable. `addressOf` returns the address of the stream, by the age of the page's
 * data in milliseconds. Returns a function that stops it.
 */
export function listenTo(addressOf: (age: number) => string, listener: Listener): () => void {
  let source: EventSource | null = null;
  let isHearing = false;
  let tries = 0;
  let upToDateAt = Date.now();
  let heardAt = Date.now();
  let usedAt = Date.now();
  let opening: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const stops: (() => void)[] = [];

  const openIn = (ms: number) => {
    clearTimeout(opening);
    opening = setTimeout(open, ms);
  };

  function close(): void {
    clearTimeout(opening);
    source?.close();
    source = null;
    isHearing = false;
  }

  function lost(): void {
    close();
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.5 + Math.random() / 2);
    tries += 1;
    openIn(pause);
  }

  /** Something came; with true or false it says whether changes are heard from now on. */
  function heard(hears = isHearing): void {
    heardAt = Date.now();
    isHearing = hears;
    if (isHearing) upToDateAt = heardAt;
  }

  function open(): void {
    if (source || typeof EventSource === 'undefined') return;
    heardAt = Date.now();
    const age = Math.min(MAX_AGE_MS, Math.max(0, heardAt - upToDateAt));
    source = new EventSource(addressOf(age));
    const on = (event: LiveEvent, handle: (data: string) => void) =>
      source?.addEventListener(event, ({ data }: MessageEvent<string>) => handle(data));
    on('ready', () => {
      tries = 0;
      heard(true);
    });
    on('beat', () => heard());
    on('away', () => heard(false));
    on('refresh', () => {
      heard(true);
      listener.onRefresh();
    });
    on('changed', (data) => {
      heard();
      listener.onChanged((JSON.parse(data) as LiveChange).topics);
    });
    on('over', () => {
      stop();
      listener.onOver();
    });
    source.onerror = lost;
  }

  const hide = () => {
    clearTimeout(hiding);
    close();
  };
  const onVisibility = () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(hide, HIDDEN_MS);
    else if (!source) openIn(0);
  };

  const ask = () => {
    if (isHearing || document.hidden || Date.now() - usedAt > UNUSED_AFTER_MS) return;
    upToDateAt = Date.now();
    listener.onRefresh();
  };

  const on = (target: Window | Document, name: string, what: () => void) => {
    target.addEventListener(name, what, { passive: true });
    stops.push(() => target.removeEventListener(name, what));
  };
  const every = (ms: number, what: () => void) => {
    const timer = setInterval(what, ms);
    stops.push(() => clearInterval(timer));
  };
  on(document, 'visibilitychange', onVisibility);
  on(window, 'pagehide', hide);
  on(window, 'pageshow', onVisibility);
  on(window, 'online', onVisibility);
  for (const sign of signsOfUse)
    on(window, sign, () => {
      usedAt = Date.now();
    });
  every(ASK_EVERY_MS, ask);
  every(DEAD_AFTER_MS / 5, () => {
    if (source && Date.now() - heardAt > DEAD_AFTER_MS) lost();
  });

  function stop(): void {
    hide();
    for (const end of stops.splice(0)) end();
  }
  openIn(OPEN_AFTER_MS);
  return stop;
}
