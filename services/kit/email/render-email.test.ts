import { expect, test } from '@jest/globals';
import { renderEmail } from './render-email.ts';

const whole = renderEmail({
  title: 'Your session is booked',
  greeting: 'Dear Dana,',
  paragraphs: ['This is your session:'],
  facts: [
    ['Exam', 'Biology'],
    ['Time', '9:30 AM (New York)'],
  ],
  notes: ['Please bring ID.'],
  linksTitle: 'Study materials:',
  links: [{ title: 'Guide', url: 'https://portal.test/guide.pdf' }],
  button: { label: 'Open my exams', url: 'https://portal.test/?myexams=7&q=a' },
});
/** Returns the visible text of the HTML, in order. */
const read = (html: string) =>
  html
    .replace(/^.*<\/head>/s, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/\n+/g, '\n');

test('HTML and text say the same in the same order', () => {
  const parts = [
    'Dear Dana,',
    'This is your session:',
    'Biology',
    '9:30 AM (New York)',
    'Please bring ID.',
    'Study materials:',
    'Guide',
    'Open my exams',
    'call the office',
  ];
  for (const said of [
    whole.text,
    read(whole.html.replace(/<div style="display:none.*?<\/div>/s, '')),
  ]) {
    const places = parts.map((part) => said.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }
  expect(whole.text).toContain('Open my exams: https://portal.test/?myexams=7&q=a');
  expect(whole.html).toContain('href="https://portal.test/?myexams=7&amp;q=a"');
});

test('beside the subject a list of mails shows the facts', () => {
  expect(whole.html).toContain('>Exam: Biology, Time: 9:30 AM (New York)</div>');
});

test('a name is text, whatever it holds', () => {
  const { html, text } = renderEmail({
    title: '<b>T</b>',
    greeting: 'Dear <img src=x onerror=alert(1)>,',
    paragraphs: ['"a" & \'b\''],
    facts: [['<i>', '</td>']],
  });
  expect(html).not.toMatch(/<img|<b>|<i>|onerror=alert\(1\)>/);
  expect(html).toContain('&quot;a&quot; &amp; &#39;b&#39;');
  expect(text).toContain('Dear <img src=x onerror=alert(1)>,');
});

test('an email runs no script and fetches nothing: every address in it is a link', () => {
  expect(whole.html).not.toMatch(/<script|<img|<link|url\(|@import/);
});

test('an email without facts, links and button has no empty sections', () => {
  const { html, text } = renderEmail({
    title: 'Hello',
    paragraphs: ['One.'],
    linksTitle: 'Links:',
  });
  expect(html).not.toMatch(/<ul|If the button|Links:/);
  expect(text).toMatch(/^One\.\n\nJSE\n\n--\n/);
});

test('the title is the subject, unless another is given', () => {
  expect(whole.subject).toBe('Your session is booked');
  expect(renderEmail({ title: 'Hello', subject: 'Hello: again', paragraphs: [] }).subject).toBe(
    'Hello: again',
  );
});
