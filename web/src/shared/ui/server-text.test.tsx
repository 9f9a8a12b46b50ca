import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { ServerText } from './server-text.tsx';

afterEach(cleanup);
const shown = (text: string) => render(<ServerText text={text} />).container.innerHTML;

test('links, bold and line breaks of a refusal remain', () => {
  expect(shown('Call <b>now</b><br>or <a href="tel:7185550142">here</a>')).toBe(
    'Call <b>now</b><br>or <a href="tel:7185550142" rel="noopener noreferrer">here</a>',
  );
});

test.each([
  { what: 'a script', text: 'Hi <b>you</b><script>alert(1)</script>', html: 'Hi <b>you</b>' },
  { what: 'a handler', text: '<b onclick="alert(1)">you</b>', html: '<b>you</b>' },
  { what: 'a picture', text: '<b>you</b><img src=x onerror=alert(1)>', html: '<b>you</b>' },
  { what: 'a link that runs code', text: '<a href="javascript:alert(1)">you</a>', html: 'you' },
  {
    what: 'a link to another host without its scheme',
    text: '<a href="//evil.test">you</a>',
    html: 'you',
  },
])('$what is taken out', ({ text, html }) => expect(shown(text)).toBe(html));

test('a plain sentence stays as it is, signs included', () => {
  expect(render(<ServerText text="2 < 3 & 5 > 4" />).container.textContent).toBe('2 < 3 & 5 > 4');
});
