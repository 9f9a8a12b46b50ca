import './shared/language/activate.he.ts';

const trouble = 'לא ניתן היה לטעון את הפורטל. בדקו את החיבור וטענו את הדף שוב.';

import('./start.tsx').catch(() => {
  const place = document.querySelector('.shell-page');
  if (place) place.textContent = trouble;
});
