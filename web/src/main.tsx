import '@fontsource-variable/inter/opsz.css';
import './app/mantine.css';
import './app/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page holds no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
