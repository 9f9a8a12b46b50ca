import { expect, test } from '@jest/globals';

test('finds an unused page', async () => {
  await new Promise((next) => setTimeout(next, 10));
  expect(document.body.outerHTML).toBe('<body></body>');
  expect(document.documentElement.dir).toBe('');
  history.pushState(null, '', '/deep/down');
  const { cookie } = document;
  history.pushState(null, '', '/');
  expect([cookie, localStorage.length, location.href, document.hidden]).toEqual([
    '',
    0,
    'http://localhost/',
    false,
  ]);
  expect('leftBehind' in globalThis).toBe(false);
  await expect(fetch('data:text/plain,real').then((answer) => answer.text())).resolves.toBe('real');
});
