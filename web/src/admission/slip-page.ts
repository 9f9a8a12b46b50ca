import { isolated } from '../shared/language/locale.ts';

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The texts on a slip. */
export interface SlipWords {
  title: string;
  lines: readonly string[];
  bring: string;
  /** SVG */
  qr: string;
  qrName: string;
  language: string;
}

/** An SVG as the address of a picture. */
export const pictureOf = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Returns the slip as a self-contained page without scripts, for use without a connection. */
export const slipPage = ({ title, lines, bring, qr, qrName, language }: SlipWords): string =>
  `<!doctype html>
<html lang="${language}" dir="${language === 'he' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
body {
  margin: 0 auto; padding: 24px 16px; max-width: 28rem; font: 1rem/1.5 system-ui, sans-serif;
  color: #171c26; background: #fff
}
img { display: block; width: 60mm; height: 60mm; margin: 16px 0 }
p { margin: 0 }
</style>
</head>
<body><main><h1>${escaped(title)}</h1>
${lines.map((line) => `<p>${escaped(isolated(line))}</p>`).join('\n')}
<img src="${escaped(pictureOf(qr))}" alt="${escaped(qrName)}">
<p><b>${escaped(bring)}</b></p></main></body>
</html>`;
