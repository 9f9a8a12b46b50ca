/** Reads a QR code off a picture; null: there is none. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
}

/** The browser's own code detector, where it exists (Chrome on Android and macOS). */
async function ownDetector(): Promise<Detector | null> {
  const Class = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (!Class) return null;
  const formats = await Class.getSupportedFormats().catch((): string[] => []);
  return formats.includes('qr_code') ? new Class({ formats: ['qr_code'] }) : null;
}

/** A picture of at most so many pixels across: enough for a slip, and quick on a phone. */
const MAX_PIXELS = 640;

/**
 * Returns a code reader. Other browsers (Firefox, Safari, Chrome on Windows) have no detector:
 * loads the decoder `qr` for them, 30 kB of plain script without a worker or WebAssembly, so that
 * the content security policy needs to allow neither.
 */
export async function codeReader(): Promise<ReadCode> {
  const own = await ownDetector();
  if (own) return async (video) => (await own.detect(video).catch(() => []))[0]?.rawValue ?? null;
  const { default: decode } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, MAX_PIXELS / Math.max(video.videoWidth, video.videoHeight, 1));
    const [width, height] = [video.videoWidth * scale, video.videoHeight * scale].map(Math.floor);
    if (!context || !width || !height) return null;
    Object.assign(canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    try {
      return decode(context.getImageData(0, 0, width, height));
    } catch {
      return null; // no code in the picture
    }
  };
}
