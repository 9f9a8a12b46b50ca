// Keeps a page of the sandbox current: loads it again every two seconds and swaps changed elements,
// except while a person types in it.
(() => {
  const refresh = async () => {
    try {
      if (document.hidden || document.activeElement?.matches('main input, main button')) return;
      const answer = await fetch(location.pathname, { headers: { Accept: 'text/html' } });
      if (!answer.ok) return;
      const fresh = new DOMParser()
        .parseFromString(await answer.text(), 'text/html')
        .querySelector('main');
      const shown = document.querySelector('main');
      if (fresh && shown && fresh.innerHTML !== shown.innerHTML) shown.innerHTML = fresh.innerHTML;
    } catch {
      // the sandbox is restarting: the next round loads again
    }
  };
  setInterval(refresh, 2000);
})();
