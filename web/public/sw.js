/*
 * Shows a page in the portal's own words when there is no connection, instead of the browser's
 * error. Caches nothing and answers no other request: pages always come from the server, with the
 * nonce and the scripts of this release, and calls of /api never pass through this worker. The one
 * exception is an admission slip, which its page has stored as text and a picture
 * (web/src/shared/admission), since there may be no connection at the entrance.
 */
const TEXTS = {
  offline: {
    title: 'You are offline',
    words: 'This page needs a connection to the internet. Nothing that you did before is lost.',
  },
  unreachable: {
    title: 'The portal cannot be reached',
    words: 'Check your connection, or try again in a moment. Nothing that you did before is lost.',
  },
};

/**
 * Shows whether the device is offline, and follows when that changes: this worker may hear of a
 * change later than the page. Runs in the page.
 */
function showState(texts) {
  const show = () => {
    const { title, words } = navigator.onLine ? texts.unreachable : texts.offline;
    document.title = `${title} | Student portal`;
    document.querySelector('h1').textContent = title;
    document.querySelector('p').textContent = words;
  };
  addEventListener('online', show);
  addEventListener('offline', show);
  show();
}

const pageWith = (nonce) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Student portal</title>
<style>
body {
  display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 16px;
  box-sizing: border-box; background: #f7f8fa; color: #171c26;
  font: 1rem/1.5 system-ui, sans-serif
}
main {
  max-width: 27.5rem; padding: 32px; border: 1px solid #e3e6eb; border-radius: 12px;
  background: #fff
}
h1 { margin: 0 0 8px; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 0 20px; color: #5e6878 }
a {
  display: inline-block; padding: 10px 18px; border-radius: 8px; background: #2d59b8; color: #fff;
  font-weight: 600; text-decoration: none
}
a:focus-visible { outline: 2px solid #2d59b8; outline-offset: 2px }
@media (prefers-color-scheme: dark) {
  body { background: #11151d; color: #e7eaf0 }
  main { border-color: #2a3241; background: #1a202b }
  p { color: #9aa5b6 }
  a { background: #4573d0 }
  a:focus-visible { outline-color: #8fb1ec }
}
</style>
</head>
<body>
<main><h1></h1><p></p><a href="">Try again</a></main>
<script nonce="${nonce}">(${showState})(${JSON.stringify(TEXTS)})</script>
</body>
</html>`;

function offline() {
  const nonce = crypto.randomUUID();
  return new Response(pageWith(nonce), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  });
}

async function keptSlip({ url }) {
  const { pathname } = new URL(url);
  if (!/^\/admission\/\d+\/?$/.test(pathname)) return undefined;
  const slips = await caches.open('admission-slips');
  return slips.match(pathname.replace(/\/$/, ''));
}

async function fromServer(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await keptSlip(event.request).catch(() => undefined)) ?? offline();
  }
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  // the browser requests the page while this worker starts, so the worker adds no delay
  event.waitUntil(
    Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]),
  );
});
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && event.request.method === 'GET')
    event.respondWith(fromServer(event));
});
