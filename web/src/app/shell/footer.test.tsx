import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { serveConfig, show } from '../../shared/testing.tsx';
import { Footer } from './footer.tsx';

afterEach(() => {
  cleanup();
  serveConfig(null);
});

test('the footer names the version that served the page', () => {
  serveConfig({ version: '1.2.3' });
  show(<Footer />);
  expect(screen.getByRole('contentinfo').textContent).toContain('Version 1.2.3');
});
