import '@fontsource-variable/inter/opsz.css';
import './app/fallback-font.css';
import './app/mantine.css';
import './app/base.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { servedConfig } from './shared/served-config.ts';

setNonce(servedConfig().nonce); // for the style with which a modal stops the page behind it from scrolling
const root = document.getElementById('root');
if (!root) throw new Error('The page holds no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
