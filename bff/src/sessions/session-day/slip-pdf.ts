import type { AdmissionSlip } from '@portal/contract/sessions/admission-slip';
import { inNewYork } from '@portal/kit/clock';
import encodeQR from 'qr';
import {
  type Document,
  endNumbered,
  MARGIN,
  newLetter,
  ordered,
  RIGHT,
} from '../../http/files/letter-pdf.ts';

/** 60 mm in points: scanners read at least 50 mm from a hand's distance. */
const QR_SIZE = 170;
/** Light around the code, in its own squares, as scanners need it. */
const QUIET = 4;

const clock = (at: Date): string =>
  inNewYork(at).toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' });
const longDay = (at: Date): string =>
  inNewYork(at).toLocaleString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  });

/** The slip on a Letter page (C-O14): name, exams, place, time and the QR code. */
export function slipPdf(slip: Omit<AdmissionSlip, 'qr'> & { startsAt: Date }, now: Date): Document {
  const { startsAt, name, subjects, placeName, placeAddress } = slip;
  const document = newLetter('Admission slip', now);
  const line = (text: string, size: number, font: 'plain' | 'bold' = 'plain') => {
    document.font(font).fontSize(size);
    document.text(ordered(document, text, RIGHT - MARGIN), { width: RIGHT - MARGIN });
  };
  document.font('bold').fontSize(20).text('Admission slip', MARGIN, MARGIN);
  document.moveDown(0.6);
  line(name, 16, 'bold');
  for (const subject of subjects) line(subject, 12);
  document.moveDown(0.6);
  line(`${longDay(startsAt)}, ${clock(startsAt)} to ${clock(new Date(slip.endsAt))}, New York`, 12);
  for (const place of [placeName, placeAddress]) if (place !== null) line(place, 12);
  drawCode(document, slip.code, document.y + 18);
  document.y += 18 + QR_SIZE + 12;
  document.x = MARGIN;
  line('Bring this slip and ID.', 12, 'bold');
  return endNumbered(document);
}

/** Draws the code as dark squares, each a little larger than its place, so that no gaps show. */
function drawCode(document: Document, code: string, top: number): void {
  const squares = encodeQR(code, 'raw', { ecc: 'medium', border: QUIET });
  const size = QR_SIZE / squares.length;
  for (const [row, line] of squares.entries())
    for (const [column, isDark] of line.entries())
      if (isDark) document.rect(MARGIN + column * size, top + row * size, size + 0.05, size + 0.05);
  document.fill('#000000');
}
