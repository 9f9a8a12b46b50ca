const trouble = 'The portal could not be loaded. Check your connection, then load the page again.';

// A chunk of its own with its styles, so that the placeholder in the page can be shown before they
// load. `early-files.ts` requests both at once.
import('./start.tsx').catch(() => {
  const place = document.querySelector('.shell-page');
  if (place) place.textContent = trouble;
});
