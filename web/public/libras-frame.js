/* The frame in which VLibras runs, a page of its own with an opaque origin: the page around it says what to show. */
(() => {
  const root = document.currentScript.dataset.vlibras;
  /** How long after its player is there it takes a text, milliseconds: as in VLibras' own extension for browsers. */
  const SETTLE_MS = 1000;
  const tell = (state) => window.parent.postMessage({ libras: state }, '*');

  // A page without an origin has no storage, which VLibras keeps choices in: here they last as long as the frame.
  for (const name of ['localStorage', 'sessionStorage']) {
    const kept = new Map();
    const storage = {
      getItem: (key) => kept.get(String(key)) ?? null,
      setItem: (key, value) => void kept.set(String(key), String(value)),
      removeItem: (key) => void kept.delete(String(key)),
      clear: () => kept.clear(),
    };
    Object.defineProperty(window, name, { value: storage });
  }

  let wanted;
  let takesTexts = false;
  function show() {
    if (!takesTexts || wanted === undefined) return;
    const text = document.getElementById('text');
    text.textContent = wanted;
    // By what VLibras' own extensions call; else as its manual tells people to, by a press on the text.
    if (typeof window.plugin?.translate === 'function') window.plugin.translate(wanted);
    else text.click();
    tell('shown');
  }
  function begin() {
    takesTexts = true;
    tell('ready');
    show();
  }
  window.addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || typeof data?.text !== 'string') return;
    wanted = data.text;
    show();
  });

  const script = document.createElement('script');
  script.src = `${root}/vlibras-plugin.js`;
  script.addEventListener('error', () => tell('failed'));
  script.addEventListener('load', () => {
    try {
      // It waits for the page to be loaded, and sets itself up then: what follows comes after that.
      new window.VLibras.Widget(root);
    } catch {
      tell('failed');
      return;
    }
    window.addEventListener('load', () =>
      setTimeout(() => {
        document.querySelector('[vw-access-button]').click();
        const player = window.plugin?.player;
        if (player?.loaded === false && typeof player.on === 'function')
          player.on('load', () => setTimeout(begin, SETTLE_MS));
        else begin();
      }),
    );
  });
  document.body.append(script);
})();
