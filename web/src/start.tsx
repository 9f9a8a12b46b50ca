import '@fontsource-variable/inter/opsz.css';
import './app/theme/fallback-font.css';
import './app/theme/mantine.css';
import './app/theme/base.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { servedConfig } from './shared/api/served-config.ts';

// says in a page of its own that there is no connection; without it the browser says so
const standBy = () => void navigator.serviceWorker?.register('/sw.js').catch(() => {});
if (document.readyState === 'complete') standBy();
else window.addEventListener('load', standBy);

setNonce(servedConfig().nonce); // for the style with which a modal stops the page behind it from scrolling
const root = document.getElementById('root');
if (!root) throw new Error('The page holds no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
