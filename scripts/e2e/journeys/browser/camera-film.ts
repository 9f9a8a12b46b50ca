import type { Page } from 'playwright-core';

const [WIDTH, HEIGHT] = [640, 480];
/** Pictures of a second: a still slip needs few, and each costs as much as any other. */
const PER_SECOND = 2;
const GREY = Buffer.alloc((WIDTH / 2) * (HEIGHT / 2) * 2, 128);

/**
 * Draws a picture in the middle of a white sheet and returns the brightness of each point, as
 * base64. Runs in the page.
 */
const DRAW = `async ({ png, width, height }) => {
  const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  const scale = 0.7 * Math.min(width / picture.width, height / picture.height);
  const [across, down] = [picture.width * scale, picture.height * scale];
  context.drawImage(picture, (width - across) / 2, (height - down) / 2, across, down);
  const { data } = context.getImageData(0, 0, width, height);
  let bright = '';
  for (let at = 0; at < data.length; at += 4)
    bright += String.fromCharCode(0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2]);
  return btoa(bright);
}`;

/**
 * Returns a film of one picture without colours (YUV4MPEG2), which Chromium shows as its camera
 * when it is started with --use-file-for-fake-video-capture. `png`: the picture.
 */
export async function filmOf(page: Page, png: Buffer): Promise<Buffer> {
  const picture = { png: png.toString('base64'), width: WIDTH, height: HEIGHT };
  const bright = (await page.evaluate(`(${DRAW})(${JSON.stringify(picture)})`)) as string;
  const frame = Buffer.concat([Buffer.from('FRAME\n'), Buffer.from(bright, 'base64'), GREY]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${PER_SECOND}:1 Ip A1:1 C420\n`);
  return Buffer.concat([head, frame, frame]);
}
