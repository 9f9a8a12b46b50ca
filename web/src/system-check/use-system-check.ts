import {
  type Finding,
  type SystemFindings,
  type SystemPart,
  systemParts,
} from '@portal/contract/sessions/system-findings';
import { useEffect, useRef, useState } from 'react';
import { hearsSomething, type Media, requestMedia, seesSomething, stopMedia } from './media.ts';
import { tryBrowser } from './try-browser.ts';
import { measureNetwork, type NetworkFigures, networkFinding } from './try-network.ts';
import { tryScreen } from './try-screen.ts';

/** 'waiting' before it is tried; null: fit. */
export type PartResult = 'waiting' | 'running' | { finding: Finding | null };
export type Results = Readonly<Record<SystemPart, PartResult>>;

const untried: Results = {
  browser: 'waiting',
  camera: 'waiting',
  microphone: 'waiting',
  network: 'waiting',
  screen: 'waiting',
};

/** The findings, once every part was tried. */
export function findingsOf(results: Results): SystemFindings | null {
  const found = systemParts.map((part) => results[part]);
  if (found.some((result) => typeof result === 'string')) return null;
  return Object.fromEntries(
    systemParts.map((part) => [part, (results[part] as { finding: Finding | null }).finding]),
  ) as SystemFindings;
}

/** Only Chrome and Edge say whether there is a second screen. */
const thisScreen = () => ({
  width: window.innerWidth,
  height: window.screen.availHeight,
  isExtended: (window.screen as { isExtended?: boolean }).isExtended ?? false,
});

/**
 * Checks the components of this computer, with the camera's picture in `video`. Releases camera and
 * microphone as soon as they were checked, and when the page is left.
 */
export function useSystemCheck(onDone: (findings: SystemFindings) => void) {
  const [results, setResults] = useState(untried);
  const [loudness, setLoudness] = useState(0);
  const [network, setNetwork] = useState<NetworkFigures | null>(null);
  const [isCameraOn, setCameraOn] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const run = async () => {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    const { signal } = controller;
    let now: Results = untried;
    const put = (part: SystemPart, result: PartResult) => {
      if (signal.aborted) return;
      now = { ...now, [part]: result };
      setResults(now);
    };
    setNetwork(null);
    setResults(untried);
    put('browser', {
      finding: tryBrowser(navigator.userAgent, navigator.maxTouchPoints),
    });
    put('screen', { finding: tryScreen(thisScreen()) });
    put('camera', 'running');
    put('microphone', 'running');
    const media = await requestMedia(navigator.mediaDevices as MediaDevices | undefined);
    signal.addEventListener('abort', () => stopMedia(media));
    if (signal.aborted) return stopMedia(media);
    await Promise.all([
      tryCamera(media, signal).then((finding) => put('camera', { finding })),
      tryMicrophone(media, signal).then((finding) => put('microphone', { finding })),
    ]);
    stopMedia(media);
    if (video.current) video.current.srcObject = null;
    setCameraOn(false);
    put('network', 'running'); // alone: picture and sound would slow it down
    const figures = await measureNetwork(signal);
    if (signal.aborted) return;
    setNetwork(figures);
    put('network', { finding: networkFinding(figures) });
    const findings = findingsOf(now);
    if (findings) onDone(findings);
  };

  const tryCamera = async ({ camera }: Media, signal: AbortSignal) => {
    if (typeof camera === 'string') return camera;
    if (!video.current) return 'no_signal';
    video.current.srcObject = camera;
    setCameraOn(true);
    await video.current.play().catch(() => {}); // a picture that does not run is dark
    const isSeen = await seesSomething(video.current, { stop: signal, onLevel: () => {} });
    return isSeen ? null : 'no_signal';
  };
  const tryMicrophone = async ({ microphone }: Media, signal: AbortSignal) => {
    if (typeof microphone === 'string') return microphone;
    const isHeard = await hearsSomething(microphone, { stop: signal, onLevel: setLoudness });
    setLoudness(0);
    return isHeard ? null : 'no_signal';
  };

  return { results, loudness, network, isCameraOn, video, run };
}
