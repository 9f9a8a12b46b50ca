import type { Finding } from '@portal/contract/sessions/system-findings';
import { watchSignal } from './watch-signal.ts';

type MediaFinding = Finding<'camera'> & Finding<'microphone'>;

export interface Media {
  camera: MediaStream | MediaFinding;
  microphone: MediaStream | MediaFinding;
}

/** Why a browser gives no camera or microphone, by the name of its error. */
function findingOf(error: unknown): MediaFinding {
  const name = error instanceof DOMException || error instanceof Error ? error.name : '';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'not_found';
  if (name === 'NotReadableError' || name === 'AbortError') return 'in_use';
  return name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'unsupported';
}

/**
 * Requests both devices at once, which prompts the person once; when one of them is missing,
 * requests each separately.
 */
export async function requestMedia(devices: MediaDevices | undefined): Promise<Media> {
  if (!devices?.getUserMedia) return { camera: 'unsupported', microphone: 'unsupported' };
  const ask = (what: MediaStreamConstraints) => devices.getUserMedia(what).catch(findingOf);
  const both = await ask({ video: true, audio: true });
  if (typeof both !== 'string') return { camera: both, microphone: both };
  if (both === 'refused') return { camera: both, microphone: both }; // no second prompt
  return { camera: await ask({ video: true }), microphone: await ask({ audio: true }) };
}

export function stopMedia({ camera, microphone }: Media): void {
  for (const stream of new Set([camera, microphone]))
    if (typeof stream !== 'string') for (const track of stream.getTracks()) track.stop();
}

interface SignalOptions {
  onLevel: (level: number) => void;
  stop: AbortSignal;
}

/** Mean brightness of a picture, 0 to 1. */
function brightnessOf(canvas: HTMLCanvasElement, video: HTMLVideoElement): number {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || video.videoWidth === 0) return 0;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let sum = 0;
  for (let at = 0; at < data.length; at += 4)
    sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
  return sum / ((data.length / 4) * 3 * 255);
}

/** Whether a picture comes that is not dark. */
export function seesSomething(video: HTMLVideoElement, options: SignalOptions): Promise<boolean> {
  const canvas = document.createElement('canvas');
  canvas.width = 32;
  canvas.height = 24;
  return watchSignal(() => brightnessOf(canvas, video), {
    ...options,
    enough: 0.06,
    within: 8_000,
  });
}

/** Returns whether the microphone picks up speech, rather than the noise of the device. */
export async function hearsSomething(
  stream: MediaStream,
  options: SignalOptions,
): Promise<boolean> {
  const context = new AudioContext();
  try {
    await context.resume();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const loudness = () => {
      analyser.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    };
    return await watchSignal(loudness, { ...options, enough: 0.01, within: 20_000 });
  } finally {
    await context.close();
  }
}
