import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import { servedConfig } from '../shared/api/served-config.ts';
import { LanguageFrame } from '../shared/language/language-frame.tsx';
import { keepFocus } from './keep-focus.ts';
import { queryClient } from './query-client.ts';
import { RepeatingNotice } from './repeating-notice.tsx';
import { Router } from './routes/router.tsx';
import { cssVariables, theme } from './theme/theme.ts';

/** The providers around every page. */
export function App() {
  useEffect(keepFocus, []);
  // the placeholder until now
  useLayoutEffect(() => document.querySelector('.shell')?.remove(), []);
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => servedConfig().nonce}
      >
        <QueryClientProvider client={queryClient}>
          <LanguageFrame>
            <Router />
            <RepeatingNotice />
          </LanguageFrame>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
