import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withoutIsolates } from '@portal/access/text/isolates';
import PDFDocument from 'pdfkit';
import { inVisualOrder } from './right-to-left.ts';

/** Letter, in points. */
export const MARGIN = 54;
export const RIGHT = 612 - MARGIN;
/** Where rows end; only the page number is below. */
export const BOTTOM = 792 - MARGIN - 24;
const PAGE_NUMBER_AT = 792 - MARGIN;

/**
 * Latin of all Europe, Greek, Cyrillic, Hebrew and Arabic in one file; only its used part is sent.
 */
const readFont = (name: string): Buffer =>
  readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
let fonts: { plain: Buffer; bold: Buffer } | null = null;
const bothFonts = () => {
  fonts ??= { plain: readFont('DejaVuSans'), bold: readFont('DejaVuSans-Bold') };
  return fonts;
};

export type Document = InstanceType<typeof PDFDocument>;

/** An empty document of Letter pages with the fonts 'plain' and 'bold'. */
export function newLetter(title: string, now: Date): Document {
  const { plain, bold } = bothFonts();
  const document = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: withoutIsolates(title), Author: 'JSE', CreationDate: now },
  });
  document.registerFont('plain', plain);
  document.registerFont('bold', bold);
  return document;
}

/** Returns a text as the document's present font shows it in the right order within a width. */
export const ordered = (document: Document, text: string, width: number): string =>
  inVisualOrder(text, (line) => document.widthOfString(`${line}  `) <= width);

/** Draws a line over the whole width; returns the position below it. */
export function rule(document: Document, y: number, width: number): number {
  document.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(width).strokeColor('#8a8f98').stroke();
  return y + 5;
}

/** Writes 'Page n of m' below each page, and ends the document. */
export function endNumbered(document: Document): Document {
  const { count } = document.bufferedPageRange();
  for (let at = 0; at < count; at++) {
    document.switchToPage(at);
    // below the margin a text would open a page of its own
    document.page.margins.bottom = 0;
    document
      .font('plain')
      .fontSize(8)
      .text(`Page ${at + 1} of ${count}`, MARGIN, PAGE_NUMBER_AT, {
        width: RIGHT - MARGIN,
        align: 'center',
        lineBreak: false,
      });
  }
  document.end();
  return document;
}
