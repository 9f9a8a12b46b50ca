import type { Finding } from '@portal/contract/sessions/system-findings';

export interface NetworkFigures {
  /** Megabits a second that came; null: nothing did. */
  megabits: number | null;
  /** Milliseconds until an answer, the middle one of several; null: none came. */
  answerMs: number | null;
}

/** The bandwidth for picture, sound and a shared screen, with room for the exam. */
const LEAST_MEGABITS = 2;
const MAX_ANSWER_MS = 400;
/** The longest time spent on loading. */
const LOADING_MS = 5_000;
const ANSWERS = 5;
/** Files of the portal itself: a large one, and a small one. */
const LARGE = '/documents/user-manual.pdf';
const SMALL = '/mark.svg';

/** Whether the connection carries a proctored exam. */
export function networkFinding({ megabits, answerMs }: NetworkFigures): Finding<'network'> | null {
  if (megabits === null || answerMs === null) return 'offline';
  return megabits < LEAST_MEGABITS || answerMs > MAX_ANSWER_MS ? 'slow' : null;
}

async function answerTimes(signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < ANSWERS; count++) {
    const from = performance.now();
    await fetch(SMALL, { method: 'HEAD', cache: 'no-store', signal });
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b);
}

/** Returns the measured Mbit/s; stops loading the largest file when the time is over. */
async function loadedMegabits(signal: AbortSignal): Promise<number> {
  const from = performance.now();
  const answer = await fetch(LARGE, { cache: 'no-store', signal });
  const reader = answer.body?.getReader();
  if (!answer.ok || !reader) throw new TypeError('nothing to load');
  let bytes = 0;
  while (performance.now() - from < LOADING_MS) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
  }
  await reader.cancel();
  const seconds = Math.max(performance.now() - from, 1) / 1000;
  return (bytes * 8) / 1e6 / seconds;
}

/** Loads files of the portal and says how fast they came. */
export async function measureNetwork(stop: AbortSignal): Promise<NetworkFigures> {
  // one that answers nothing at all is given up as well
  const signal = AbortSignal.any([stop, AbortSignal.timeout(4 * LOADING_MS)]);
  try {
    const times = await answerTimes(signal);
    return {
      answerMs: times[Math.floor(times.length / 2)] ?? null,
      megabits: await loadedMegabits(signal),
    };
  } catch {
    return { megabits: null, answerMs: null };
  }
}
