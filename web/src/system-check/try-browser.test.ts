import { expect, test } from '@jest/globals';
import { tryBrowser } from './try-browser.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

test.each([
  ['Chrome', `${windows} Chrome/141.0.0.0 Safari/537.36`],
  ['Edge', `${windows} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
])('a current %s on a computer is fit', (_name, userAgent) => {
  expect(tryBrowser(userAgent)).toBeNull();
});

test.each([
  ['an old Chrome', `${windows} Chrome/80.0.0.0 Safari/537.36`],
  ['Safari', `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`],
  ['what nobody knows', 'thing/1.0'],
])('%s is not', (_name, userAgent) => {
  expect(tryBrowser(userAgent)).toBe('unsupported');
});

test.each([
  [
    'an Android phone',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/141.0.0.0 Mobile Safari/537.36',
    5,
  ],
  [
    'an iPad that calls itself a Mac',
    `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`,
    5,
  ],
])('%s is no computer', (_name, userAgent, touchPoints) => {
  expect(tryBrowser(userAgent, touchPoints)).toBe('phone_or_tablet');
});
