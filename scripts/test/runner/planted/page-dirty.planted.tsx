import { expect, test } from '@jest/globals';
import { Trans } from '@lingui/react/macro';
import { render, screen } from '@testing-library/react';
import classes from './any.module.css';

test('shows a page with a style sheet and a text', () => {
  render(
    <p className={String(classes['none'])}>
      <Trans>Hello</Trans>
    </p>,
  );
  expect(screen.getByText('Hello').tagName).toBe('P');
});
test('leaves everything behind', () => {
  document.body.append(document.createElement('aside'));
  document.documentElement.dir = 'rtl';
  // biome-ignore lint/suspicious/noDocumentCookie: pages of the portal write it
  document.cookie = 'left=behind; path=/deep';
  localStorage.setItem('left', 'behind');
  history.pushState(null, '', '/left?behind');
  Object.assign(globalThis, { fetch: async () => null, leftBehind: true });
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  setTimeout(() => document.body.append('later'), 5);
});
