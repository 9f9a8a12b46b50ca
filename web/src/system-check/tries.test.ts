import { afterEach, expect, jest, test } from '@jest/globals';
import { requestMedia, stopMedia } from './media.ts';
import { measureNetwork, networkFinding } from './try-network.ts';
import { tryScreen } from './try-screen.ts';
import { watchSignal } from './watch-signal.ts';

afterEach(() => {
  jest.useRealTimers();
});

test.each([
  [{ width: 1280, height: 800 }, null],
  [{ width: 1280, height: 800, isExtended: true }, 'second_screen'],
  [{ width: 1023, height: 800, isExtended: true }, 'too_small'],
  [{ width: 1280, height: 599 }, 'too_small'],
])('a screen of %o is %s', (screen, finding) => {
  expect(tryScreen(screen)).toBe(finding);
});

test.each([
  [{ megabits: 2, answerMs: 400 }, null],
  [{ megabits: 1.9, answerMs: 20 }, 'slow'],
  [{ megabits: 90, answerMs: 401 }, 'slow'],
  [{ megabits: null, answerMs: null }, 'offline'],
])('a connection of %o is %s', (figures, finding) => {
  expect(networkFinding(figures)).toBe(finding);
});

test('the connection is measured by files of the portal, and lost when none comes', async () => {
  const got: string[] = [];
  globalThis.fetch = async (address, init) => {
    got.push(`${init?.method ?? 'GET'} ${address}`);
    return new Response(new Uint8Array(250_000));
  };
  const { megabits, answerMs } = await measureNetwork(new AbortController().signal);
  expect(megabits).toBeGreaterThan(0);
  expect(answerMs).not.toBeNull();
  expect(new Set(got)).toEqual(new Set(['HEAD /mark.svg', 'GET /documents/user-manual.pdf']));
  globalThis.fetch = async () => {
    throw new TypeError('Failed to fetch');
  };
  const lost = await measureNetwork(new AbortController().signal);
  expect(networkFinding(lost)).toBe('offline');
});

test('a signal is there when it was enough three times in a row', async () => {
  jest.useFakeTimers();
  const levels = [0, 0.5, 0.5, 0, 0.5, 0.5, 0.5, 0];
  const seen: number[] = [];
  const isThere = watchSignal(() => levels.shift() ?? 0, {
    enough: 0.1,
    within: 5_000,
    onLevel: (level) => seen.push(level),
    stop: new AbortController().signal,
  });
  await jest.advanceTimersByTimeAsync(5_000);
  expect(await isThere).toBe(true);
  expect(seen).toHaveLength(7);
});

test.each(['never', 'stopped'])('a signal that is %s is none', async (how) => {
  jest.useFakeTimers();
  const controller = new AbortController();
  const isThere = watchSignal(() => 0.01, {
    enough: 0.1,
    within: 5_000,
    onLevel: () => {},
    stop: controller.signal,
  });
  if (how === 'stopped') controller.abort();
  await jest.advanceTimersByTimeAsync(how === 'stopped' ? 100 : 5_000);
  expect(await isThere).toBe(false);
});

/** Fake devices: each request succeeds, or throws the error of that name. */
function devices(answers: Record<'both' | 'video' | 'audio', string | null>) {
  const requests: string[] = [];
  const getUserMedia = async ({ video, audio }: MediaStreamConstraints) => {
    const what = video && audio ? 'both' : video ? 'video' : 'audio';
    requests.push(what);
    const name = answers[what];
    if (name !== null) throw new DOMException('no', name);
    const track = { stop: jest.fn() };
    return { what, track, getTracks: () => [track] } as unknown as MediaStream;
  };
  return { requests, media: { getUserMedia } as unknown as MediaDevices };
}

test('camera and microphone are requested at once, and released', async () => {
  const { requests, media } = devices({ both: null, video: null, audio: null });
  const got = await requestMedia(media);
  expect(requests).toEqual(['both']);
  expect(got.camera).toBe(got.microphone);
  stopMedia(got);
  const { track } = got.camera as unknown as { track: { stop: jest.Mock } };
  expect(track.stop).toHaveBeenCalledTimes(1);
});

test('when one device is missing, the other is requested alone', async () => {
  const { requests, media } = devices({
    both: 'NotFoundError',
    video: 'NotFoundError',
    audio: null,
  });
  const got = await requestMedia(media);
  expect(requests).toEqual(['both', 'video', 'audio']);
  expect(got.camera).toBe('not_found');
  expect(got.microphone).toMatchObject({ what: 'audio' });
});

test.each([
  ['NotAllowedError', 'refused', 1],
  ['NotReadableError', 'in_use', 3],
  ['TypeError', 'unsupported', 3],
])('%s says %s', async (name, finding, asks) => {
  const { requests, media } = devices({ both: name, video: name, audio: name });
  expect(await requestMedia(media)).toEqual({ camera: finding, microphone: finding });
  expect(requests).toHaveLength(asks);
});

test('a browser without them is no use', async () => {
  expect(await requestMedia(undefined)).toEqual({
    camera: 'unsupported',
    microphone: 'unsupported',
  });
});
