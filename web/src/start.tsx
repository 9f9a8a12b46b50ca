import '@fontsource-variable/inter/opsz.css';
import './app/theme/fallback-font.css';
import './app/theme/mantine.css';
import './app/theme/base.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { fetchFirst } from './app/routes/router.tsx';
import { servedConfig } from './shared/api/served-config.ts';

// says in a page of its own that there is no connection; without it the browser says so
const standBy = () => void navigator.serviceWorker?.register('/sw.js').catch(() => {});
if (document.readyState === 'complete') standBy();
else window.addEventListener('load', standBy);

// for the style with which a modal stops the page behind it from scrolling
setNonce(servedConfig().nonce);
const root = document.getElementById('root');
if (!root) throw new Error('The page holds no #root');
const page = createRoot(root);
const draw = () =>
  page.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
// the placeholder stays until the chunks have loaded; on slow connections the frame appears sooner,
// since each change of a placeholder would delay the page by React's 300 ms
const LONGEST_WAIT_MS = 500;
const longest = new Promise<void>((done) => setTimeout(done, LONGEST_WAIT_MS));
void Promise.race([fetchFirst(), longest]).then(draw);
