// Runs before the first paint, as a file of its own because the content security policy forbids inline scripts.
// The keys are those of src/lib/browser/preferences.ts, src/lib/session/session.ts and totem-lock.ts.
(function () {
  var stored = null;
  // The sign-in page comes drawn (vite/prerender.ts): not for who is sent on, or carries a link or the way to come in.
  var passing = location.hash !== '' || /[?&](?!redirect=)/.test(location.search);
  try {
    stored = sessionStorage.getItem('isDark') || localStorage.getItem('isDark');
    passing =
      passing ||
      (sessionStorage.getItem('signedIn') || localStorage.getItem('signedIn') || localStorage.getItem('totem')) !== null;
  } catch (error) {
    // Storage refused: follow the system.
  }
  document.documentElement.dataset.passing = String(passing);
  var dark = stored === null ? matchMedia('(prefers-color-scheme: dark)').matches : stored === 'true';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]').content = dark ? '#0f0f14' : '#fafafc';
})();
