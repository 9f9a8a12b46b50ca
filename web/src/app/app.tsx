import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { servedConfig } from '../shared/served-config.ts';
import { keepFocus } from './keep-focus.ts';
import { queryClient } from './query-client.ts';
import { Router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

/** What every page stands on. */
export function App() {
  useEffect(keepFocus, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={() => servedConfig().nonce}>
      <QueryClientProvider client={queryClient}>
        <Router />
      </QueryClientProvider>
    </MantineProvider>
  );
}
