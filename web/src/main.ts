const trouble = 'The portal could not be loaded. Check your connection, then load the page again.';

// In a file of its own with its styles: what stands in the page meanwhile does not have to wait for
// them. `early-files.ts` asks for both at once.
import('./start.tsx').catch(() => {
  const place = document.querySelector('.shell-page');
  if (place) place.textContent = trouble;
});
