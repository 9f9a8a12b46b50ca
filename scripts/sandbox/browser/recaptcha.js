/*
 * The bot check's script of the sandbox: draws the box and gives tokens that pass. Holding Shift
 * while ticking gives the token `fail`. Supports ?onload=name and ?render=explicit|siteKey,
 * `.g-recaptcha` elements, and grecaptcha.ready, render, execute, getResponse and reset.
 */
(() => {
  const address = new URL(document.currentScript?.src ?? location.href);
  const widgets = [];
  const newToken = () => `sandbox-${crypto.randomUUID?.() ?? Math.random().toString(36).slice(2)}`;
  const call = (handler, ...values) =>
    (typeof handler === 'function' ? handler : window[handler])?.(...values);

  const draw = (place, options) => {
    const dark = options.theme === 'dark';
    const label = document.createElement('label');
    Object.assign(label.style, {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '12px',
      width: '302px',
      maxWidth: '100%',
      minHeight: '74px',
      padding: '0 16px',
      boxSizing: 'border-box',
      border: `1px solid ${dark ? '#2a3241' : '#d2d7df'}`,
      borderRadius: '8px',
      background: dark ? '#1a202b' : '#f7f8fa',
      color: dark ? '#e7eaf0' : '#171c26',
      font: '15px/1.4 system-ui, sans-serif',
      cursor: 'pointer',
    });
    const box = document.createElement('input');
    box.type = 'checkbox';
    Object.assign(box.style, { width: '24px', height: '24px', margin: '0', flex: 'none' });
    label.append(box, "I'm not a robot");
    place.replaceChildren(label);
    return box;
  };

  const render = (container, options = {}) => {
    const place = typeof container === 'string' ? document.getElementById(container) : container;
    const widget = { token: '', box: null };
    widgets.push(widget);
    if (!place || options.size === 'invisible') return widgets.length - 1;
    widget.box = draw(place, options);
    let shift = false;
    widget.box.addEventListener('click', (event) => {
      shift = event.shiftKey;
    });
    widget.box.addEventListener('change', () => {
      widget.token = widget.box.checked ? (shift ? 'fail' : newToken()) : '';
      if (widget.token) call(options.callback, widget.token);
      else call(options['expired-callback']);
    });
    return widgets.length - 1;
  };

  const execute = async () => newToken();
  const ready = (handler) => setTimeout(handler, 0);
  const getResponse = (id = 0) => widgets[id]?.token ?? '';
  const reset = (id = 0) => {
    const widget = widgets[id];
    if (!widget) return;
    widget.token = '';
    if (widget.box) widget.box.checked = false;
  };
  window.grecaptcha = { ready, render, execute, getResponse, reset };

  const start = () => {
    if (address.searchParams.get('render') !== 'explicit') {
      for (const place of document.querySelectorAll('.g-recaptcha'))
        render(place, { ...place.dataset });
    }
    const onload = address.searchParams.get('onload');
    if (onload) call(onload);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else setTimeout(start, 0);
})();
