import { type RefObject, useEffect, useRef, useState } from 'react';
import { codeReader } from './read-code.ts';

const LOOK_EVERY_MS = 200;
/** The same slip stays before the camera for a while. */
const SAME_AGAIN_MS = 3000;

/** none: there is no camera, or it cannot be used; refused: permission to use it was denied. */
export type CameraState = 'starting' | 'on' | 'none' | 'refused';

/** Maps the browser's error to a state; some browsers deny permission for a missing camera. */
async function stateWithout(error: unknown): Promise<CameraState> {
  if (!(error instanceof DOMException && error.name === 'NotAllowedError')) return 'none';
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.some(({ kind }) => kind === 'videoinput') ? 'refused' : 'none';
}

/** Reads codes that are held before the camera. O-04 */
export function useCamera(onCode: (code: string) => void): {
  state: CameraState;
  video: RefObject<HTMLVideoElement | null>;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const latestOnCode = useRef(onCode);
  latestOnCode.current = onCode;
  useEffect(() => {
    let isGone = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = { code: '', at: Number.NEGATIVE_INFINITY };

    async function begin(): Promise<void> {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isGone) return stop();
      const read = await codeReader();
      const picture = video.current;
      if (isGone || !picture) return;
      picture.srcObject = stream;
      await picture.play();
      setState('on');
      const look = async () => {
        const code = document.hidden ? null : await read(picture);
        if (isGone) return;
        const now = Date.now();
        if (code !== null && (code !== last.code || now - last.at > SAME_AGAIN_MS)) {
          last = { code, at: now };
          latestOnCode.current(code);
        } else if (code !== null) last.at = now;
        timer = setTimeout(() => void look(), LOOK_EVERY_MS);
      };
      void look();
    }
    function stop(): void {
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    async function fail(error: unknown): Promise<void> {
      const why = await stateWithout(error);
      if (!isGone) setState(why);
    }
    if (navigator.mediaDevices) begin().catch(fail);
    else setState('none');
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return { state, video };
}
